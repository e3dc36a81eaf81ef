/** What one `FROM` begins. */
export interface Stage {
  name: string;
  from: string;
  steps: Step[];
  env: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
}

interface Step {
  workdir: string;
  env: Record<string, string>;
  run?: string;
  /** `stage` is '' for the folder that is built from */
  copy?: { stage: string; sources: string[]; target: string };
}

/** Of no weight where no image is kept. */
const IGNORED = ['LABEL', 'EXPOSE', 'VOLUME', 'STOPSIGNAL'];

/**
 * The instructions that our Dockerfile uses. Source: https://docs.docker.com/reference/dockerfile/
 * @throws {Error} at any other
 */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  let workdir = '/';
  for (const line of text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter(Boolean)) {
    const [instruction = '', ...words] = line.split(/ +/);
    const rest = words.join(' ');
    const stage = stages.at(-1);
    if (instruction === 'FROM') {
      const [from = '', , name = `${stages.length}`] = words;
      stages.push({ name, from, steps: [], env: {}, user: 'root', command: [], healthCheck: [] });
      workdir = '/';
    } else if (!stage) throw new Error(`The Dockerfile begins with ${instruction}.`);
    else if (instruction === 'WORKDIR') workdir = rest;
    else if (instruction === 'USER') stage.user = rest;
    else if (instruction === 'CMD') stage.command = JSON.parse(rest);
    else if (instruction === 'HEALTHCHECK')
      stage.healthCheck = JSON.parse(rest.slice(rest.indexOf(' CMD ') + 5));
    else if (instruction === 'RUN') stage.steps.push({ workdir, env: { ...stage.env }, run: rest });
    else if (instruction === 'COPY') {
      const [first = '', ...names] = words;
      const isOfStage = first.startsWith('--from=');
      const sources = isOfStage ? names : [first, ...names];
      const copy = {
        stage: isOfStage ? first.slice('--from='.length) : '',
        target: sources.pop() ?? '',
        sources,
      };
      stage.steps.push({ workdir, env: { ...stage.env }, copy });
    } else if (instruction === 'ENV') {
      for (const word of words) {
        const at = word.indexOf('=');
        const value = word
          .slice(at + 1)
          .replace('$PATH', '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin');
        stage.env[word.slice(0, at)] = value;
      }
    } else if (!IGNORED.includes(instruction)) throw new Error(`The drill does not know ${instruction}.`);
  }
  return stages;
}
