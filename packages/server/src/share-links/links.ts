/** The share links of a table. */
import { createHash, randomBytes } from 'node:crypto'
import type { ShareLink, ShareLinkKind } from '@cooperage/contract'
import type { Credentials } from '@cooperage/wire'
import * as z from 'zod/mini'
import type { FeatureTables, StoredRow } from '../shared/console-store/console-store.ts'
import type { Services } from '../shared/services.ts'
import { LINKS } from './link-tables.ts'

/** How long an expired link stays in the list. */
const LISTED_AFTER_MS = 30 * 24 * 3600_000

/** What `is_revoked` has for links that aren't listed any more. */
const FORGOTTEN = 2
const MAX_FORGOTTEN = 10_000

const keysSchema = z.object({ accessKey: z.string(), secretKey: z.string() })

/** A link as it is stored. Times in milliseconds since the epoch. */
export interface StoredLink {
  id: string
  kind: ShareLinkKind
  owner: string
  /** What its page says about who shares it; '' for nothing. */
  sharedBy: string
  bucket: string
  path: string
  versionId: string
  accessKey: string
  sealedKeys: string
  /** Hash; '' for none. */
  password: string
  createdAt: number
  expiresAt: number
  /** 0 for no limit. */
  maxUses: number
  maxBytes: number
  /** Whether downloads may come from the storage server. */
  isDirect: boolean
  uses: number
  /** 0 for never. */
  lastUsedAt: number
  isRevoked: boolean
}

/** What a new link is given. */
export type NewLink = Omit<
  StoredLink,
  'id' | 'sealedKeys' | 'accessKey' | 'createdAt' | 'uses' | 'lastUsedAt' | 'isRevoked'
>

export type ShareLinks = ReturnType<typeof openShareLinks>

/** All calls throw the errors of `tables`. */
export function openShareLinks(tables: FeatureTables, { sealerFor, now }: Pick<Services, 'sealerFor' | 'now'>) {
  const sealer = sealerFor('cooperage share link keys 1', keysSchema)

  return {
    /** Stores a link that works as soon as its keys do. Only its token opens it, and only this call returns that. */
    async add(wanted: NewLink, keys: Credentials): Promise<{ link: StoredLink; token: string }> {
      const token = randomBytes(32).toString('base64url')
      const link: StoredLink = {
        ...wanted,
        id: randomBytes(12).toString('hex'),
        accessKey: keys.accessKey,
        sealedKeys: await (await sealer).seal({ accessKey: keys.accessKey, secretKey: keys.secretKey }),
        createdAt: now(),
        uses: 0,
        lastUsedAt: 0,
        isRevoked: false,
      }
      const { id, kind, owner, bucket, path, versionId, accessKey, sealedKeys, password } = link
      await tables.run(
        `INSERT INTO ${LINKS} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, 0, ?, ?)`,
        ...[id, hashOf(token), kind, owner, bucket, path, versionId, accessKey, sealedKeys, password],
        ...[link.createdAt, link.expiresAt, link.maxUses, link.maxBytes, link.sharedBy, link.isDirect ? 1 : 0],
      )
      return { link, token }
    },

    /** The link with this token, even if it is over; undefined if there is none. */
    async find(token: string): Promise<StoredLink | undefined> {
      const [row] = await tables.all(`SELECT * FROM ${LINKS} WHERE token_hash = ?`, hashOf(token))
      return row && linkOf(row)
    },

    /** Undefined if the console's secret has changed. */
    async keysOf({ sealedKeys }: StoredLink): Promise<Credentials | undefined> {
      return await (await sealer).open(sealedKeys)
    },

    /**
     * Counts a use; false if the link is over or used up, whatever else happens at the same time. What continues an earlier use
     * isn't `counted`.
     */
    async use({ id }: StoredLink, counted = true): Promise<boolean> {
      const changes = await tables.run(
        `UPDATE ${LINKS} SET uses = uses + ?, last_used_at = ?
          WHERE id = ? AND is_revoked = 0 AND expires_at > ? AND (max_uses = 0 OR uses < max_uses)`,
        ...[counted ? 1 : 0, now(), id, now()],
      )
      return changes === 1
    },

    /** Takes back a use that led to nothing. */
    async giveBack({ id }: StoredLink): Promise<void> {
      await tables.run(`UPDATE ${LINKS} SET uses = uses - 1 WHERE id = ? AND uses > 0`, id)
    },

    /** Newest first; all links without an owner. */
    async list(owner?: string): Promise<StoredLink[]> {
      await tables.run(`DELETE FROM ${LINKS} WHERE expires_at < ?`, now() - LISTED_AFTER_MS)
      const order = 'ORDER BY created_at DESC, id'
      const rows =
        owner === undefined
          ? await tables.all(`SELECT * FROM ${LINKS} WHERE is_revoked < ${FORGOTTEN} ${order}`)
          : await tables.all(`SELECT * FROM ${LINKS} WHERE is_revoked < ${FORGOTTEN} AND owner = ? ${order}`, owner)
      return rows.map(linkOf)
    },

    /** Those of these links that exist. */
    async withIds(ids: readonly string[]): Promise<StoredLink[]> {
      const where = `is_revoked < ${FORGOTTEN} AND id IN (${placesFor(ids)})`
      return (await tables.all(`SELECT * FROM ${LINKS} WHERE ${where}`, ...ids)).map(linkOf)
    },

    /** Those of these links that exist and weren't revoked. */
    async notRevoked(ids: readonly string[]): Promise<ReadonlySet<string>> {
      const where = `is_revoked = 0 AND id IN (${placesFor(ids)})`
      const rows = await tables.all(`SELECT id FROM ${LINKS} WHERE ${where}`, ...ids)
      return new Set(rows.map(({ id }) => String(id)))
    },

    /** From now on the link opens nothing. */
    async revoke(links: readonly StoredLink[]): Promise<void> {
      const ids = links.map(({ id }) => id)
      await tables.run(`UPDATE ${LINKS} SET is_revoked = 1 WHERE id IN (${placesFor(ids)})`, ...ids)
    },

    /** Removes a revoked link whose key is deleted from the list. Only attempts to use it are still recognized. */
    async forget({ id }: StoredLink): Promise<void> {
      await tables.run(
        `UPDATE ${LINKS} SET is_revoked = ${FORGOTTEN}, sealed_keys = '', password = '' WHERE id = ?`,
        id,
      )
      await tables.run(
        `DELETE FROM ${LINKS} WHERE is_revoked = ${FORGOTTEN} AND id NOT IN
          (SELECT id FROM ${LINKS} WHERE is_revoked = ${FORGOTTEN} ORDER BY created_at DESC LIMIT ${MAX_FORGOTTEN})`,
      )
    },

    async remove({ id }: StoredLink): Promise<void> {
      await tables.run(`DELETE FROM ${LINKS} WHERE id = ?`, id)
    },
  }
}

export function toShareLink(link: StoredLink, now: number): ShareLink {
  const { id, kind, owner, bucket, path, uses, maxUses, maxBytes, lastUsedAt } = link
  return {
    id,
    kind,
    bucket,
    path,
    version_id: link.versionId,
    owner,
    shared_by: link.sharedBy,
    created: new Date(link.createdAt).toISOString(),
    expiry: new Date(link.expiresAt).toISOString(),
    has_password: link.password !== '',
    uses,
    last_used: lastUsedAt === 0 ? '' : new Date(lastUsedAt).toISOString(),
    max_uses: maxUses,
    max_bytes: maxBytes,
    direct: link.isDirect,
    status: statusOf(link, now),
  }
}

/** Whether it is revoked or expired. One that is used up isn't. */
export function isOver({ isRevoked, expiresAt }: StoredLink, now: number): boolean {
  return isRevoked || expiresAt <= now
}

/** Whether its limit is reached. Only `use` decides that for concurrent requests. */
export function isUsedUp({ maxUses, uses }: StoredLink): boolean {
  return maxUses > 0 && uses >= maxUses
}

function statusOf(link: StoredLink, now: number): ShareLink['status'] {
  if (link.isRevoked) return 'revoked'
  if (link.expiresAt <= now) return 'expired'
  return isUsedUp(link) ? 'used' : 'active'
}

function placesFor(values: readonly string[]): string {
  return values.map(() => '?').join(', ')
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

function linkOf(row: StoredRow): StoredLink {
  return {
    id: String(row.id),
    kind: row.kind === 'upload' ? 'upload' : 'download',
    owner: String(row.owner),
    sharedBy: String(row.shared_by),
    bucket: String(row.bucket),
    path: String(row.path),
    versionId: String(row.version_id),
    accessKey: String(row.access_key),
    sealedKeys: String(row.sealed_keys),
    password: String(row.password),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    maxUses: Number(row.max_uses),
    maxBytes: Number(row.max_bytes),
    isDirect: Number(row.is_direct) > 0,
    uses: Number(row.uses),
    lastUsedAt: Number(row.last_used_at),
    isRevoked: Number(row.is_revoked) > 0,
  }
}
