// Goes on by itself as soon as the server can be reached again: when the browser says so, and by asking.
const EVERY_MS = 5000;

async function goOn() {
  try {
    const answer = await fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(EVERY_MS) });
    if (answer.ok) location.reload();
  } catch (error) {
    console.info('Still no connection', error);
  }
}

addEventListener('online', goOn);
setInterval(goOn, EVERY_MS);
