import { setTimeout as delay } from 'node:timers/promises'
import { type EngineOptions, type EngineProcess, engineLog, startEngineProcess } from './engine-process.ts'

/** An engine that exits sooner than this after its start counts as crashing; too many in a row, and a restart won't help. */
const QUICK_MS = 10_000
const QUICK_DEATHS_AT_MOST = 5
const FIRST_WAIT_MS = 250

export interface SupervisedEngine {
  url: string
  tls: boolean
  createdRoot: boolean
  joined: boolean
  stop(): Promise<void>
}

/**
 * Starts an engine unless one was `found`, and keeps one running: an engine that exits is restarted on the same port, with
 * growing delays, until it has crashed too often. Each restart is reported through `print`.
 * @throws StartError when the first start fails
 */
export async function superviseEngine(
  found: EngineProcess | undefined,
  options: EngineOptions,
  print: (notice: string) => void,
): Promise<SupervisedEngine> {
  let engine: EngineProcess = found ?? (await startEngineProcess(options))
  const { url, tls, createdRoot } = engine
  const stopping = new AbortController()
  // By now the root keys for a new folder are stored in it, and the samples are created.
  const {
    COOPERAGE_ROOT_USER: _user,
    COOPERAGE_ROOT_PASSWORD: _password,
    COOPERAGE_SAMPLE: _sample,
    ...env
  } = options.env
  const again: EngineOptions = { ...options, env, port: Number(new URL(url).port), signal: stopping.signal }

  const supervision = (async () => {
    let quickDeaths = 0
    for (;;) {
      const born = Date.now()
      const how = await engine.ended
      if (stopping.signal.aborted) return
      if (engine.wasStopped()) {
        print('An administrator stopped the storage engine. Restart Cooperage to start it again.')
        return
      }
      quickDeaths = Date.now() - born < QUICK_MS ? quickDeaths + 1 : 0
      print(`The storage engine stopped unexpectedly (${how}). Restarting it.`)
      for (;;) {
        if (quickDeaths >= QUICK_DEATHS_AT_MOST) {
          print(
            `The storage engine stopped ${quickDeaths} times shortly after its start and isn't restarted anymore. ` +
              `The console keeps running without storage. Check ${engineLog(options.dataDir)}, then restart Cooperage.`,
          )
          return
        }
        const wait = quickDeaths === 0 ? 0 : FIRST_WAIT_MS * 2 ** (quickDeaths - 1)
        await delay(wait, undefined, { signal: stopping.signal })
        try {
          engine = await startEngineProcess(again)
          break
        } catch (error) {
          if (stopping.signal.aborted) return
          quickDeaths++
          print(error instanceof Error ? error.message : String(error))
        }
      }
      print(`The storage engine is running again at ${engine.url}.`)
    }
  })().catch((error: unknown) => {
    // The abort rejects a pending delay; that is no failure.
    if (!stopping.signal.aborted) throw error
  })

  const stop = async () => {
    stopping.abort()
    await engine.stop()
    await supervision
  }
  return { url, tls, createdRoot, joined: found !== undefined, stop }
}
