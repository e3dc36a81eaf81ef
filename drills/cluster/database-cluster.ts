import { mkdirSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { runAs } from '../../packages/embedded-postgres/os-account.ts';
import { freePort } from '../../test/support/free-port.ts';
import { startDaemon, until } from './daemon.ts';
import { ENVIRONMENT, makeNode, type PatroniNode } from './patroni-node.ts';
import type { Place } from './place.ts';

const NODES = ['one', 'two', 'three'];
const HEALTHY_WITHIN_SECONDS = { byItself: 90, afterReinit: 180 };

const clusterSchema = z.object({
  members: z.array(
    z.object({ name: z.string(), role: z.string(), state: z.string(), lag: z.unknown().optional() }),
  ),
});

export interface DatabaseCluster {
  nodes: PatroniNode[];
  leader(): Promise<PatroniNode>;
  healthy(): Promise<void>;
  switchOver(): Promise<void>;
  close(): Promise<void>;
}

export async function startDatabaseCluster(place: Place): Promise<DatabaseCluster> {
  const etcd = { client: await freePort(), peer: await freePort() };
  const clientUrl = `http://127.0.0.1:${etcd.client}`;
  const peerUrl = `http://127.0.0.1:${etcd.peer}`;
  const data = path.join(place.folder, 'etcd');
  mkdirSync(data, { mode: 0o700 });
  if (place.account) await chown(data, place.account.uid, place.account.gid);
  const urls = ['--listen-client-urls', clientUrl, '--advertise-client-urls', clientUrl];
  const peers = ['--listen-peer-urls', peerUrl, '--initial-advertise-peer-urls', peerUrl];
  const store = startDaemon(
    'etcd',
    ['--name', 'store', '--data-dir', data, ...urls, ...peers, '--initial-cluster', `store=${peerUrl}`],
    { ...place, cwd: place.folder, log: path.join(place.folder, 'etcd.log') },
  );
  await until('etcd answers', async () => (await fetch(`${clientUrl}/health`)).ok, 30);

  const nodes: PatroniNode[] = [];
  for (const name of NODES) nodes.push(await makeNode(place, name, etcd.client));
  for (const node of nodes) node.start();

  const members = async () => {
    for (const node of nodes) {
      const answer = await ask(`${node.api}/cluster`);
      if (answer) return clusterSchema.parse(await answer.json()).members;
    }
    return [];
  };
  const isHealthy = (withinSeconds: number) =>
    until(
      'the cluster is healthy',
      async () => {
        const all = await members();
        const runs = all.filter(({ state }) => state === 'running' || state === 'streaming');
        const roles = runs.map(({ role, lag }) => (role === 'leader' || lag === 0 ? role : 'behind')).sort();
        return roles.join() === 'leader,replica,sync_standby' && (await leaders()).length === 1;
      },
      withinSeconds,
    );
  const control = async (command: string, ...words: string[]) => {
    const args = ['-c', nodes[0]?.settings ?? '', command, '--force', 'letters', ...words];
    const { code, output } = await runAs(undefined, 'patronictl', args, { cwd: '/', env: ENVIRONMENT });
    if (code !== 0) throw new Error(`patronictl ${args.join(' ')}: ${output}`);
  };
  /** A standby may follow nobody any more (Patroni 3.0 on a busy machine): an operator makes it anew. */
  const healthy = () =>
    isHealthy(HEALTHY_WITHIN_SECONDS.byItself).catch(async () => {
      const stuck = (await members()).filter(
        ({ role, state, lag }) => role !== 'leader' && (state !== 'streaming' || lag !== 0),
      );
      for (const { name } of stuck) await control('reinit', name);
      await isHealthy(HEALTHY_WITHIN_SECONDS.afterReinit);
    });
  const leaders = async () => {
    const answers = await Promise.all(
      nodes.map(async (node) => ({ node, ok: await ask(`${node.api}/primary`) })),
    );
    return answers.flatMap(({ node, ok }) => (ok ? [node] : []));
  };
  return {
    nodes,
    healthy,
    leader: async () => {
      const [leader] = await leaders();
      if (!leader) throw new Error('Nobody leads.');
      return leader;
    },
    switchOver: () => control('switchover'),
    close: async () => {
      for (const node of nodes) node.thaw();
      for (const node of nodes) await node.kill();
      for (const node of nodes) await node.close();
      await store.kill();
    },
  };
}

/** @returns null when it says no, or does not answer within a second */
async function ask(url: string): Promise<Response | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) });
    return answer.ok ? answer : null;
  } catch {
    // A node that is down, frozen or cut off.
    return null;
  }
}
