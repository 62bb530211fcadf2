/** The storage server behind a console under test, as a process that can be stopped, frozen and started again. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Child,
  engineFile,
  findProgram,
  isReady,
  onFreePort,
  ROOT_KEYS,
  type SendOptions,
  type StorageServer,
  send,
  startChild,
  type TestResponse,
  targetKind,
  tempFolder,
  waitUntil,
} from '@cooperage/testkit'

export interface StorageProcess extends StorageServer {
  /** Sends a request signed with the root keys. @throws Error if it is rejected */
  request(options: Omit<SendOptions, 'url' | 'credentials'>): Promise<TestResponse>
  /** Ends the process; its data and its port are kept for `start`. */
  end(): Promise<void>
  /** Kills it as a power cut would; otherwise like `end`. */
  kill(): Promise<void>
  /** Starts it again on the same data and port. */
  start(): Promise<void>
  /** It keeps its connections and accepts new ones, but doesn't respond until `thaw`. */
  freeze(): void
  thaw(): void
  output(): string
}

/** Starts the server that the environment names (see `targetKind`), empty, on a free port. */
export async function startStorage(): Promise<StorageProcess> {
  const kind = targetKind()
  const folder = tempFolder('journey-storage')
  const root = ROOT_KEYS
  const startOn = (port: number) => {
    const spawn = kind === 'minio' ? spawnMinio : spawnEngine
    return startedChild(() => spawn(folder.path, port, root), `http://127.0.0.1:${port}`, root)
  }
  let [child, port] = await onFreePort(async (free) => [await startOn(free), free] as const)
  const url = `http://127.0.0.1:${port}`
  return {
    kind,
    url,
    root,
    output: () => child.output(),
    async request(options) {
      const response = await send({ url, credentials: root, ...options })
      if (response.status >= 300)
        throw new Error(`${options.method} ${options.bucket}: ${response.status} ${response.text}`)
      return response
    },
    end: () => child.stop(),
    async kill() {
      child.process.kill('SIGKILL')
      await child.ended
    },
    async start() {
      child = await startOn(port)
    },
    freeze: () => void child.process.kill('SIGSTOP'),
    thaw: () => void child.process.kill('SIGCONT'),
    async stop() {
      // A frozen process would ignore the request to end.
      child.process.kill('SIGCONT')
      await child.stop()
      folder.remove()
    },
  }
}

type Root = StorageServer['root']

function spawnEngine(folder: string, port: number, root: Root): Child {
  return startChild(process.execPath, [engineFile()], {
    env: {
      ...process.env,
      COOPERAGE_DATA: folder,
      COOPERAGE_HOST: '127.0.0.1',
      COOPERAGE_STORAGE_PORT: String(port),
      COOPERAGE_ROOT_USER: root.accessKey,
      COOPERAGE_ROOT_PASSWORD: root.secretKey,
    },
  })
}

function spawnMinio(folder: string, port: number, root: Root): Child {
  const drive = join(folder, 'drive')
  mkdirSync(drive, { recursive: true })
  return startChild(findProgram('minio'), ['server', '--quiet', '--address', `127.0.0.1:${port}`, drive], {
    env: {
      ...process.env,
      MINIO_ROOT_USER: root.accessKey,
      MINIO_ROOT_PASSWORD: root.secretKey,
      MINIO_BROWSER: 'off',
      MINIO_UPDATE: 'off',
    },
  })
}

async function startedChild(spawn: () => Child, url: string, root: Root): Promise<Child> {
  const child = spawn()
  try {
    const responses = async () => {
      if (child.process.exitCode !== null) return 'ended'
      return await isReady({ url, root })
    }
    await waitUntil('the storage responds', responses)
    if (child.process.exitCode !== null) throw new Error('it ended immediately')
    return child
  } catch (error) {
    await child.stop()
    throw new Error(`The storage did not start:\n${child.output()}`, { cause: error })
  }
}
