/** MinIO's own console 1.7.6, the last one with the administration of a server. */
import { findProgram, onFreePort, startChild, waitUntil } from '@cooperage/testkit'

export interface MinioConsole {
  url: string
  stop(): Promise<void>
}

/** Starts it in front of a storage server. @throws Error if it isn't installed or ends at once, with its output */
export function startMinioConsole(storageUrl: string): Promise<MinioConsole> {
  return onFreePort(async (port) => {
    const child = startChild(findProgram('console'), ['server', '--host', '127.0.0.1', '--port', String(port)], {
      env: {
        ...process.env,
        CONSOLE_MINIO_SERVER: storageUrl,
        CONSOLE_PBKDF_PASSPHRASE: 'of the measurement',
        CONSOLE_PBKDF_SALT: 'of the measurement',
      },
    })
    const url = `http://127.0.0.1:${port}`
    await waitUntil('the console of MinIO responds', async () => {
      if (child.process.exitCode !== null) return true
      return await fetch(`${url}/api/v1/login`).then(
        ({ ok }) => ok,
        () => false,
      )
    })
    if (child.process.exitCode !== null) throw new Error(`The console of MinIO did not start:\n${child.output()}`)
    return { url, stop: () => child.stop() }
  })
}
