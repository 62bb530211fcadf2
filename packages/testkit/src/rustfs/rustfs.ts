import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { missingProgram } from '../../../../scripts/programs.ts'
import { rustfsPath } from '../../../../scripts/rustfs.ts'
import { startChild } from '../child.ts'
import { onFreePort } from '../ports.ts'
import { ROOT_KEYS } from '../root-keys.ts'
import { isReady, type StorageServer } from '../storage-server.ts'
import { tempFolder } from '../temp-folder.ts'
import { waitUntil } from '../wait-until.ts'

/** Starts a real RustFS with four drives. */
export function startRustfs(): Promise<Omit<StorageServer, 'kind'>> {
  const missing = missingProgram('rustfs')
  if (missing !== undefined) throw new Error(missing)
  return onFreePort(async (port) => {
    const folder = tempFolder('rustfs')
    const drives = [1, 2, 3, 4].map((drive) => join(folder.path, `drive-${drive}`))
    for (const drive of drives) mkdirSync(drive)
    const child = startChild(rustfsPath(), ['server', '--address', `127.0.0.1:${port}`, ...drives], {
      env: {
        ...process.env,
        RUSTFS_ACCESS_KEY: ROOT_KEYS.accessKey,
        RUSTFS_SECRET_KEY: ROOT_KEYS.secretKey,
        RUSTFS_CONSOLE_ENABLE: 'false',
        RUSTFS_CHECK_UPDATE: 'false',
        // The drives are folders of one disk.
        RUSTFS_UNSAFE_BYPASS_DISK_CHECK: 'true',
      },
    })
    const url = `http://127.0.0.1:${port}`
    const stop = async () => {
      await child.stop()
      folder.remove()
    }
    try {
      await waitUntil('RustFS stores', async () => {
        if (child.process.exitCode !== null) return 'ended'
        return isReady({ url, root: ROOT_KEYS })
      })
      if (child.process.exitCode !== null) throw new Error('RustFS exited immediately')
      return { url, root: ROOT_KEYS, pid: child.process.pid ?? 0, stop }
    } catch (error) {
      await stop()
      throw new Error(`RustFS did not start:\n${child.output()}`, { cause: error })
    }
  })
}
