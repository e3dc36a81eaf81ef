/** A health check without an answer counts as failed, ms. */
const TIMEOUT_MS = 5000;

/** Calls `GET /ping` at once. @returns a function whose first call gives that answer, and each later one asks anew */
export function healthCheck(): () => Promise<boolean> {
  let asked: Promise<boolean> | null = isServing();
  return () => {
    const answer = asked ?? isServing();
    asked = null;
    return answer;
  };
}

async function isServing(): Promise<boolean> {
  try {
    const answer = await fetch('/ping', { cache: 'no-store', signal: AbortSignal.timeout(TIMEOUT_MS) });
    // An answer that is not read to its end stays open until the time is over.
    await answer.text();
    return answer.ok;
  } catch (error) {
    console.info('Not ready yet', error);
    return false;
  }
}
