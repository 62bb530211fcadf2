import { execFile } from 'node:child_process'
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A separate in-memory file system that other writers fill and empty again. */
export class SmallDisk {
  readonly path: string
  readonly #filler: string

  /** @throws the error of the system if mounting isn't permitted */
  static async mount(megabytes: number): Promise<SmallDisk> {
    const path = await mkdtemp(join(tmpdir(), 'cooperage-disk-'))
    try {
      await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path])
    } catch (error) {
      await rm(path, { recursive: true })
      throw error
    }
    return new SmallDisk(path)
  }

  /** Undefined, with a message, if mounting isn't permitted. With CI=true it must be. */
  static async mountUnlessForbidden(megabytes: number): Promise<SmallDisk | undefined> {
    try {
      return await SmallDisk.mount(megabytes)
    } catch (error) {
      if (process.env.CI === 'true') throw error
      process.stdout.write(`\n!!! NOT TESTED: a full disk. No file system can be mounted here: ${error}\n\n`)
      return undefined
    }
  }

  private constructor(path: string) {
    this.path = path
    this.#filler = join(path, 'filler')
  }

  get freeBytes(): number {
    const { bavail, bsize } = statfsSync(this.path)
    return bavail * bsize
  }

  /** Another writer writes until that many bytes are left. */
  fill(leave: number): void {
    const file = openSync(this.#filler, 'a')
    try {
      for (let room = this.freeBytes - leave; room > 0; room = this.freeBytes - leave) {
        writeSync(file, Buffer.alloc(Math.min(room, 1024 * 1024), 'x'))
      }
    } catch (error) {
      // Concurrent writes may have used the last bytes.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
    } finally {
      closeSync(file)
    }
  }

  /** Removes the other writer's data. */
  free(): void {
    rmSync(this.#filler, { force: true })
  }

  async unmount(): Promise<void> {
    await run('umount', [this.path])
    await rm(this.path, { recursive: true })
  }
}
