/** Links that outlive the session, and can be revoked. */
import * as z from 'zod/mini'
import { BUCKET_ERRORS, OBJECT_ERRORS } from '../declared-errors.ts'
import { objectKey, versionId } from '../objects/index.ts'
import { route } from '../route.ts'
import { failureText, type Text, textsOf } from '../text.ts'

/** `download`: an object, or a folder as a zip archive. `upload`: files that anyone with the link may add to a folder. */
export const shareLinkKind = z.enum(['download', 'upload'])
export type ShareLinkKind = z.infer<typeof shareLinkKind>

/** Longest life of a link: the one of the access key behind it. */
export const MAX_LINK_LIFE_MS = 365 * 24 * 3600_000
/** Passwords of links can be guessed by anyone who has the link. */
export const MIN_LINK_PASSWORD_LENGTH = 8
/** Largest file of an upload link: what S3 stores with one request. */
export const MAX_LINK_FILE_BYTES = 5 * 1024 ** 3
/** Longest name of who shares it. */
export const MAX_SHARER_LENGTH = 100
/** Most downloads, or files, that a link can be limited to. */
export const MAX_LINK_USES = 1_000_000

const MAX_LINKS_REVOKED = 10_000
const linkId = z.string().check(z.minLength(1), z.maxLength(64))
/** 256 random bits in base64url. */
const linkToken = z.string().check(z.regex(/^[\w-]{43}$/))

/** Why a link can't be limited to a key. */
export const LINK_NAME_TEXTS = {
  wildcard: 'a name with * or ? can’t be limited to one object in a policy',
  variable: 'a name with ${ can’t be written in a policy',
} as const

const text = textsOf('linkName', LINK_NAME_TEXTS)

/**
 * Why a link can't be limited to this key; undefined if it can. Policies have no way to write these signs without their special
 * meaning, so the link's access key could do more than the link.
 */
export function unlinkableName(key: string): Text | undefined {
  if (/[*?]/.test(key)) return text('wildcard')
  return key.includes('${') ? text('variable') : undefined
}

export const shareLink = z.object({
  id: z.string(),
  kind: shareLinkKind,
  bucket: z.string(),
  /** The key of an object, or a folder, which ends in a slash; '' is the whole bucket, of upload links. */
  path: z.string(),
  /** '' for the latest. */
  version_id: z.string(),
  /** The account whose permissions the link has. */
  owner: z.string(),
  /** What its page says about who shares it; '' for nothing. */
  shared_by: z.string(),
  /** ISO 8601. */
  created: z.string(),
  /** ISO 8601. */
  expiry: z.string(),
  has_password: z.boolean(),
  /** Downloads, or files, so far. */
  uses: z.number(),
  /** ISO 8601; '' if it wasn't used yet. */
  last_used: z.string(),
  /** 0 for no limit. */
  max_uses: z.number(),
  /** Size of one file of an upload link. */
  max_bytes: z.number(),
  /** Whether downloads come from the storage server, where the recipient's browser may reach it. */
  direct: z.boolean(),
  /** `revoked`: it no longer works, but its access key couldn't be deleted yet; revoking it again deletes it. */
  status: z.enum(['active', 'used', 'expired', 'revoked']),
})
export type ShareLink = z.infer<typeof shareLink>

/**
 * The link has its own access key, with a policy that allows only what the link is for. The console keeps its secret key
 * sealed; the address contains only a random token, which no other response repeats.
 */
export const createShareLink = route('shareLinks.create', 'POST /api/v1/share-links', {
  summary: 'Creates a link that outlives your session, to an object, a folder, or for uploads into a folder.',
  body: z.strictObject({
    kind: shareLinkKind,
    bucket: z.string().check(z.minLength(1), z.maxLength(255)),
    path: z.union([z.literal(''), objectKey]),
    version_id: versionId,
    expiry: z.iso.datetime({ offset: true }),
    /** '' for none. */
    password: z._default(
      z.union([z.literal(''), z.string().check(z.minLength(MIN_LINK_PASSWORD_LENGTH), z.maxLength(128))]),
      '',
    ),
    /** Most downloads, or files. 0 for no limit, which upload links must have. */
    max_uses: z._default(z.int().check(z.minimum(0), z.maximum(MAX_LINK_USES)), 0),
    max_bytes: z._default(z.int().check(z.minimum(0), z.maximum(MAX_LINK_FILE_BYTES)), 0),
    /** Downloads may come from the storage server directly: of a link to one object, without a password and a limit. */
    direct: z._default(z.boolean(), false),
    /** Who shares it, for the page of the link; '' shows nobody. The name of the account is never shown there. */
    shared_by: z._default(z.string().check(z.trim(), z.maxLength(MAX_SHARER_LENGTH)), ''),
  }),
  response: z.object({
    link: shareLink,
    /** Relative to the console's own address: `s/…`. */
    address: z.string(),
  }),
  status: 201,
  errors: [...OBJECT_ERRORS, 'InvalidExpiry', 'InvalidPolicy', 'NoSuchFolder', 'ShareLinkStoreUnavailable'],
})

export const listShareLinks = route('shareLinks.list', 'GET /api/v1/share-links', {
  summary: 'Lists your share links, or those of all users, which needs admin:ListServiceAccounts.',
  query: z.strictObject({ of: z._default(z.enum(['me', 'everyone']), 'me') }),
  response: z.array(shareLink),
  errors: ['ShareLinkStoreUnavailable'],
})

/** From then on the link returns 403, and downloads in progress are aborted, those at other replicas after some seconds. */
export const revokeShareLinks = route('shareLinks.revoke', 'POST /api/v1/share-links/revoke', {
  summary: 'Revokes share links, and deletes their access keys. Those of others need admin:RemoveServiceAccount.',
  body: z.strictObject({ ids: z.array(linkId).check(z.minLength(1), z.maxLength(MAX_LINKS_REVOKED)) }),
  /** Ids of links that no longer work but whose access key is still there, with the reason. */
  response: z.object({ keys_left: z.array(z.object({ id: z.string(), reason: z.string(), text: failureText })) }),
  errors: ['NoSuchShareLink', 'ShareLinkStoreUnavailable'],
})

/** Errors of the public addresses: people with the link get no other details. */
const PUBLIC_ERRORS = [
  'ShareLinkClosed',
  'ShareLinkTargetMissing',
  'ShareLinkUnavailable',
  'SharePasswordMissing',
] as const

const linkParams = z.strictObject({ token: linkToken })

/**
 * Without `download` the response is a page and no use is counted, so that programs that preview links in messages use nothing up.
 * Links without a limit can be resumed with ranges.
 */
export const openShareLink = route('shareLinks.open', 'GET /s/:token', {
  audit: 'link',
  summary:
    'Shows a page about a share link, or downloads what it is for if the query has `download`. A direct link redirects to the storage server, unless `download` is `console`.',
  auth: 'none',
  params: linkParams,
  /** `language`: the tag of the language that the page is to have from now on. */
  query: z.object({ download: z.optional(z.string()), language: z.optional(z.string()) }),
  bytes: true,
  errors: [...PUBLIC_ERRORS, ...OBJECT_ERRORS, 'NoSuchFolder', 'TooManyArchives', 'InvalidRange', 'PreconditionFailed'],
})

/** The form has one field, `password`. */
export const unlockShareLink = route('shareLinks.unlock', 'POST /s/:token', {
  audit: 'link',
  summary: 'Sends the password of a share link, and returns a cookie with which it can be used for 12 hours.',
  auth: 'none',
  form: true,
  params: linkParams,
  bytes: true,
  errors: [...PUBLIC_ERRORS, 'SharePasswordWrong', 'TooManyRequests', 'UploadIncomplete'],
})

/** Never replaces an object: the name gets a random suffix, which also hides what else is in the folder. */
export const uploadToShareLink = route('shareLinks.upload', 'POST /s/:token/files', {
  audit: 'link',
  summary: 'Adds a file to the folder of an upload link.',
  auth: 'none',
  stream: true,
  params: linkParams,
  query: z.strictObject({ name: objectKey }),
  response: z.object({ name: z.string() }),
  status: 201,
  errors: [
    ...PUBLIC_ERRORS,
    ...BUCKET_ERRORS,
    'FileTooLarge',
    'InvalidObjectName',
    'ShareLinkFull',
    'StorageFull',
    'UploadIncomplete',
  ],
})
