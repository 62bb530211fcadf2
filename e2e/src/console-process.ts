/** The console under test: the real command, pointed at a storage server. */
import { commandLine, expectDeclaredErrors, readyAddress, startChild, tempFolder } from '@cooperage/testkit'

/** Encrypts the sessions of every console under test, so that one can replace another. */
const SHARED_SECRET = 'the secret that all consoles of the journeys share'

export interface ConsoleProcess {
  url: string
  port: number
  /** Ends the process; its data folder and its port are kept for `start`. */
  end(): Promise<void>
  /** Kills it as a power cut would; otherwise like `end`. */
  kill(): Promise<void>
  /** Starts it again on the same data and port, with these settings instead of the earlier ones. */
  start(changed?: Record<string, string>): Promise<void>
  /** Its output since the first start. */
  output(): string
  /** Ends it and removes its data. Rejects if it returned an error that the contract doesn't declare. */
  stop(): Promise<void>
}

/** Hosts of servers that a journey has ended for good: pages that are still open can't reach them, which is no fault of theirs. */
export const endedHosts = new Set<string>()

/** Starts a console and waits until it responds. `env` holds settings such as COOPERAGE_LOGIN. */
export async function startConsole(storageUrl: string, env: Record<string, string> = {}): Promise<ConsoleProcess> {
  const folder = tempFolder('journey-console')
  let port = 0
  const past: string[] = []
  const spawn = async (changed: Record<string, string> = {}) => {
    const child = startChild(process.execPath, commandLine(), {
      env: {
        ...process.env,
        COOPERAGE_DATA: folder.path,
        COOPERAGE_PORT: String(port),
        COOPERAGE_STORAGE_URL: storageUrl,
        COOPERAGE_SECRET: SHARED_SECRET,
        ...env,
        ...changed,
      },
    })
    // The first one uses any free port. A port chosen in advance could be in use before it is listened on.
    const { host, port: given } = new URL(await readyAddress(child))
    port = Number(given)
    endedHosts.delete(host)
    return child
  }
  let child = await spawn()
  const end = async () => {
    await child.stop()
    past.push(child.output())
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    end,
    async kill() {
      child.process.kill('SIGKILL')
      await child.ended
      past.push(child.output())
    },
    output: () => [...past, child.output()].join('\n'),
    async start(changed) {
      child = await spawn(changed)
    },
    async stop() {
      endedHosts.add(`127.0.0.1:${port}`)
      await child.stop()
      folder.remove()
      expectDeclaredErrors([...past, child.output()].join('\n'))
    },
  }
}
