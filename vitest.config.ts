import { availableParallelism } from 'node:os'
import { defaultExclude, defineConfig } from 'vitest/config'

const CORES = availableParallelism()

/** They work through whole contracts, so they have a suite of their own. */
const COSTS = 'packages/{engine,server}/test/cost/**/*.test.ts'

/** It takes two minutes on MinIO, where what the console keeps for it is the same. */
const LONG_ON_MINIO = 'packages/server/test/jobs/killed-jobs.test.ts'

/** What needs several storage servers or nodes at a time, each with its own real MinIO: only in `npm run test:long`. */
const CLUSTERS = '**/*.cluster.test.ts'

/** Other brands of servers, which take up to an hour to build, and migrations of very many objects. */
const LONG = '**/*.long.test.ts'

/**
 * What the console does by itself, for other programs, for Kubernetes, or for other kinds of servers: the same in front of every
 * storage server, so once on the engine is enough.
 */
const CONSOLE_ONLY = [
  'packages/server/test/servers/!(support).test.ts',
  'packages/server/test/{console-store,license,monitoring,operator,second-factor,upgrade}/**/*.test.ts',
  'packages/server/test/account/choices.test.ts',
  'packages/server/test/activity/drive-events.test.ts',
  'packages/server/test/alerts/{evaluation,replicas,send-mail}.test.ts',
  'packages/server/test/buckets/empty-pages.test.ts',
  'packages/server/test/jobs/{outages,repeated-steps,scripted-accounts}.test.ts',
  'packages/server/test/logs/{audit-stores,killed}.test.ts',
  'packages/server/test/objects/{copy-faults,faults,stream-whole,upload-faults}.test.ts',
  'packages/server/test/settings/unknown-section.test.ts',
  'packages/server/test/share-links/replicas.test.ts',
  `packages/server/test/{${[
    'audit,audit-visitors,compose,contract,declared-errors,diagnose-endpoint,event-stream,faults,full-disk,outages,probes',
    'requests,reverse-proxies,servers-file,session-cookie,shell,tls,trusted-authorities,visitor-address,zip-writer',
  ]}}.test.ts`,
]

/** Programs prove what the engine lacks; MinIO is what they are made for. Kubernetes has nothing to do with the storage server. */
const ENGINE_ONLY = ['parity/src/clients/**', 'parity/src/kubernetes/**']

const isMinio = process.env.COOPERAGE_PARITY === 'minio'
const SCALE = Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
/** Real MinIO's lists lag behind its writes; a second attempt is reported. What the engine does only sometimes is our fault. */
const retry = isMinio && process.env.CI === 'true' ? 1 : 0

/** One config for the suites that need no browser; `scripts/test.mjs` picks a suite by project name. */
export default defineConfig({
  test: {
    // Nothing keeps state in modules, so files can share a worker; loading every module anew for each file took half the time.
    isolate: false,
    // Tests that wait for deadlines run side by side within their file.
    maxConcurrency: 20,
    projects: [
      {
        test: {
          name: 'unit',
          maxWorkers: CORES,
          include: [
            'packages/{contract,directory,listener,wire,storage-client,kube-client,platform,engine,web,cli}/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.{mjs,ts}',
          ],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          // Many of them wait for a promised deadline.
          maxWorkers: CORES + 2,
          // On MinIO only what meets a storage server, and the tests that need MinIO itself.
          include: [isMinio ? 'packages/server/test/**/*.test.ts' : 'packages/server/{src,test}/**/*.test.ts'],
          exclude: [
            ...defaultExclude,
            COSTS,
            CLUSTERS,
            ...(isMinio ? [...CONSOLE_ONLY, LONG_ON_MINIO] : ['**/*.minio.test.ts']),
            LONG,
          ],
          retry,
          // A slow machine is no failure: consoles and storage servers are started in them.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // A second, which is the default, is one stall of a busy machine.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'faults',
          maxWorkers: CORES + 1,
          include: ['packages/{engine,cli,web}/test/**/*.test.ts'],
          exclude: [...defaultExclude, COSTS],
          // The long figures of the random tests take as many times as long.
          testTimeout: 300_000 * Math.max(1, SCALE),
          // Several programs are started in one.
          hookTimeout: 200_000,
        },
      },
      {
        test: {
          name: 'cost',
          maxWorkers: CORES,
          include: [COSTS],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'clusters',
          maxWorkers: CORES,
          include: [
            `packages/server/test/${CLUSTERS}`,
            `parity/src/${CLUSTERS}`,
            LONG_ON_MINIO,
            ...(SCALE > 1 ? [`packages/server/test/${LONG}`] : []),
          ],
          globalSetup: 'parity/src/start-target.ts',
          env: { COOPERAGE_PARITY: 'minio' },
          // Thousands of objects are written and moved.
          testTimeout: 600_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'parity',
          // Two files wait a minute for MinIO's scanner, and two start further servers.
          maxWorkers: CORES + (isMinio ? 3 : 1),
          include: ['parity/src/**/*.test.ts'],
          exclude: [
            ...defaultExclude,
            CLUSTERS,
            ...(isMinio ? [] : ['**/*.minio.test.ts']),
            ...(isMinio && SCALE === 1 ? ENGINE_ONLY : []),
            ...(SCALE > 1 ? [] : [LONG]),
          ],
          globalSetup: 'parity/src/start-target.ts',
          retry,
          testTimeout: 60_000,
          // Real MinIO is started and restarted in them.
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
