/** Two servers, for exports from one and imports into the other with the official client. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Mc,
  type SendOptions,
  type StorageServer,
  send,
  startMcFor,
  startMinio,
  startTestEngine,
  type TestResponse,
  tempFolder,
  uniqueName,
} from '@cooperage/testkit'
import { afterAll, beforeAll } from 'vitest'
import { target } from '../target.ts'

const START = { engine: startTestEngine, minio: startMinio }
type Kind = keyof typeof START

/** Against MinIO both directions prove that the archives are interchangeable. */
export const PAIRS: readonly (readonly [from: Kind, to: Kind])[] =
  target.kind === 'minio'
    ? [
        ['minio', 'engine'],
        ['engine', 'minio'],
      ]
    : [['engine', 'engine']]

export interface ServerPair {
  source: StorageServer
  destination: StorageServer
  /** `it` is the source. */
  mcOfSource: Mc
  /** `it` is the destination. */
  mc: Mc
  /** Path of a new archive. */
  archivePath(): string
  /** Writes an archive to a new file and returns its path. */
  save(archive: Buffer): string
}

/** Two servers for all tests of a group, available once these run. */
export function withPair(from: Kind, to: Kind): ServerPair {
  const files = tempFolder('archives')
  const archivePath = () => join(files.path, `${uniqueName('archive')}.zip`)
  const save = (archive: Buffer) => {
    const path = archivePath()
    writeFileSync(path, archive)
    return path
  }
  const pair = { archivePath, save } as ServerPair
  beforeAll(async () => {
    ;[pair.source, pair.destination] = await Promise.all([START[from](), START[to]()])
    ;[pair.mcOfSource, pair.mc] = await Promise.all([startMcFor(pair.source), startMcFor(pair.destination)])
  })
  afterAll(async () => {
    pair.mc?.stop()
    pair.mcOfSource?.stop()
    await Promise.all([pair.source?.stop(), pair.destination?.stop()])
    files.remove()
  })
  return pair
}

/** Makes a request as root of a server, unless `options` name other credentials. */
export function request({ url, root }: StorageServer, options: Omit<SendOptions, 'url'>): Promise<TestResponse> {
  return send({ url, credentials: root, ...options })
}

/** The same to its admin API; a GET by default. */
export function admin(server: StorageServer, call: string, options: Partial<SendOptions> = {}): Promise<TestResponse> {
  return request(server, { method: 'GET', path: `/minio/admin/v3/${call}`, region: '', ...options })
}
