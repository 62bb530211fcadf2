import { startMinio } from './minio.ts'
import { onFreePort } from './ports.ts'
import type { StorageServer } from './storage-server.ts'
import { tempFolder } from './temp-folder.ts'

/** A real MinIO that can be stopped and started again at the same address with the same data, as a site that replicates with others. */
export class MinioSite {
  readonly name: string
  readonly #port: number
  readonly #folder: ReturnType<typeof tempFolder>
  #server: StorageServer

  private constructor(name: string, port: number, folder: ReturnType<typeof tempFolder>, server: StorageServer) {
    this.name = name
    this.#port = port
    this.#folder = folder
    this.#server = server
  }

  static start(name: string): Promise<MinioSite> {
    return onFreePort(async (port) => {
      const folder = tempFolder('site')
      try {
        return new MinioSite(name, port, folder, await startMinio({ port, folder: folder.path }))
      } catch (error) {
        folder.remove()
        throw error
      }
    })
  }

  get server(): StorageServer {
    return this.#server
  }

  /** As the console and the admin API name it. */
  get withKeys(): { name: string; endpoint: string; accessKey: string; secretKey: string } {
    const { accessKey, secretKey } = this.#server.root
    return { name: this.name, endpoint: this.#server.url, accessKey, secretKey }
  }

  /** Stops it, and keeps its data. */
  async pause(): Promise<void> {
    await this.#server.stop()
  }

  async resume(): Promise<void> {
    this.#server = await startMinio({ port: this.#port, folder: this.#folder.path })
  }

  /** It accepts connections and doesn't answer until the function that is returned is called. */
  freeze(): () => void {
    const { pid = 0 } = this.#server
    process.kill(pid, 'SIGSTOP')
    return () => process.kill(pid, 'SIGCONT')
  }

  async stop(): Promise<void> {
    await this.#server.stop()
    this.#folder.remove()
  }
}
