import { DERIVED_CLAIMS, IAM_FILES, WireError } from '@cooperage/wire'
import { forEachYielding } from '../../../for-each-yielding.ts'
import { type HttpResponse, jsonResponse } from '../../../http/response.ts'
import { iamError } from '../../../iam/errors.ts'
import { type Accounts, isDerivedKey } from '../../../iam/iam.ts'
import { hasOuterSpace, splitNames } from '../../../iam/names.ts'
import { servicePolicyText } from '../../../iam/policy-document.ts'
import { archiveBody } from '../../archive.ts'
import type { AdminCall, AdminOperation } from '../../call.ts'
import { adminError } from '../../errors.ts'
import { type JsonBody, JsonBodyError, readFieldsOf } from '../../json-body.ts'
import { readJsonEntries } from '../../json-entries.ts'
import type { AdminServices } from '../../services.ts'

type Kind = keyof typeof IAM_FILES

/** The result for each entity, by kind. */
interface Report {
  removed: { policies: string[] }
  added: Record<Kind, Imported[]>
  failed: Record<Kind, Failed[]>
}

/** A name; for a mapping, the name with its policies. */
type Imported = string | Record<string, string[]>

/** MinIO's report has a field `error`, which its own client can't parse; `reason` is for people. */
interface Failed {
  name: string
  reason: string
}

/**
 * Imports an IAM export of MinIO or the engine. Entities of the same name are replaced, except that groups keep their members
 * and gain those of the export, as in MinIO. Reports entities that can't be imported and continues with the others. Unlike in
 * MinIO, disabled service accounts and groups stay disabled, and the import is one transaction: 10,000 users take one commit,
 * and a failure of the disk or a crash leaves everything as it was.
 */
export const importIamV2: AdminOperation = async (call) => jsonResponse(await importIam(call))

/** The older version has no report, so any failure is an error. */
export const importIamV1: AdminOperation = async (call): Promise<HttpResponse> => {
  const { failed } = await importIam(call)
  const names = Object.entries(failed).flatMap(([kind, all]) => all.map(({ name }) => `${kind} ${name}`))
  if (names.length === 0) return { status: 200 }
  throw adminError('InvalidRequest', `Imported everything except ${names.join(', ')}.`)
}

async function importIam(call: AdminCall): Promise<Report> {
  const { iam, root } = call.engine
  const files = await archiveBody(call)
  // Reads all files before changing anything.
  const entities: Entities = perKind()
  for (const [kind, path] of Object.entries(IAM_FILES)) {
    entities[kind as Kind] = await readEntities(files.get(path), path)
  }

  return await iam.transaction((accounts) => importEntities(entities, accounts, root))
}

type Entities = Record<Kind, [name: string, value: unknown][]>

async function importEntities(entities: Entities, iam: Accounts, root: Root): Promise<Report> {
  const report: Report = { removed: { policies: [] }, added: perKind(), failed: perKind() }
  const each = async (kind: Kind, run: (name: string, value: unknown) => Promise<Imported | undefined>) => {
    await forEachYielding(entities[kind], async ([name, value]) => {
      try {
        const imported = await run(name, value)
        if (imported !== undefined) report.added[kind].push(imported)
      } catch (error) {
        if (!(error instanceof WireError || error instanceof JsonBodyError)) throw error
        report.failed[kind].push({ name, reason: error.message })
      }
    })
  }

  await each('policies', async (name, value) => {
    // As in MinIO, an entry without statements removes the policy.
    if (['null', '[]'].includes(readFieldsOf(value).raw('Statement') ?? 'null')) {
      await iam.policies.remove(name)
      report.removed.policies.push(name)
      return undefined
    }
    const text = JSON.stringify(value)
    // Keeps unmodified canned policies canned.
    if (JSON.stringify(iam.policies.get(name)?.document) !== text) await iam.policies.set(name, text)
    return name
  })
  await each('users', async (name, value) => {
    await addUser(iam, root, name, readFieldsOf(value))
    return name
  })
  await each('groups', async (name, value) => {
    const fields = readFieldsOf(value)
    await iam.groups.add(name, fields.texts('members'))
    const enabled = fields.text('status') !== 'disabled'
    if (iam.groups.get(name)?.enabled !== enabled) await iam.groups.setEnabled(name, enabled)
    return name
  })
  await each('serviceAccounts', async (name, value) => {
    await restoreServiceAccount(iam, name, readFieldsOf(value))
    return name
  })
  const mapped = (name: string, value: unknown, replace: (policies: string[]) => Promise<void>) => {
    const policies = splitNames(readFieldsOf(value).text('policy'))
    return replace(policies).then(() => ({ [name]: policies }))
  }
  await each('userPolicies', (name, value) =>
    mapped(name, value, (policies) => iam.mappings.replace({ kind: 'user', name }, policies)),
  )
  await each('groupPolicies', (name, value) =>
    mapped(name, value, (policies) => iam.mappings.replace({ kind: 'group', name }, policies)),
  )
  await each('stsPolicies', (name, value) =>
    mapped(name, value, (policies) => iam.mappings.replaceExternal(name, policies)),
  )
  return report
}

function perKind<Item>(): Record<Kind, Item[]> {
  return {
    policies: [],
    users: [],
    groups: [],
    serviceAccounts: [],
    userPolicies: [],
    groupPolicies: [],
    stsPolicies: [],
  }
}

/** More than any server has, so that the report of an import stays small. */
const LIMITS = { maxEntries: 100_000, maxEntryBytes: 512 * 1024 }

/** Empty when the archive lacks the file. @throws WireError XMinioAdminConfigBadJSON */
async function readEntities(bytes: Buffer | undefined, path: string): Promise<[name: string, value: unknown][]> {
  if (bytes === undefined) return []
  try {
    return await readJsonEntries(bytes, LIMITS)
  } catch (cause) {
    if (!(cause instanceof JsonBodyError)) throw cause
    throw adminError('XMinioAdminConfigBadJSON', `${path} in the archive can't be read: ${cause.message}.`, { cause })
  }
}

type Root = AdminServices['root']

/** Same rules as the call `add-user`. */
function addUser(iam: Accounts, root: Root, name: string, user: JsonBody): Promise<void> {
  if (name === root.accessKey || isDerivedKey(iam, name)) throw iamError('RootAccessKey')
  if (iam.users.get(name) === undefined && hasOuterSpace(name)) throw iamError('NameInvalid')
  return iam.users.set(name, {
    secretKey: user.text('secretKey'),
    enabled: ['enabled', 'on'].includes(user.text('status')),
  })
}

function restoreServiceAccount(iam: Accounts, accessKey: string, account: JsonBody): Promise<void> {
  if (hasOuterSpace(accessKey)) throw iamError('NameInvalid')
  const policy = account.raw('sessionPolicy') ?? 'null'
  const groups = (account.raw('groups') ?? 'null') === 'null' ? [] : account.texts('groups')
  const expiresAt = account.time('expiration') ?? 0
  const claims = Object.entries(JSON.parse(account.raw('claims') ?? 'null') ?? {})
  const roleArn = claims.find(([name]) => name === 'roleArn')?.[1]
  const provided = claims.filter(([name]) => !DERIVED_CLAIMS.has(name))
  return iam.serviceAccounts.restore(accessKey, {
    secretKey: account.text('secretKey'),
    parent: account.text('parent'),
    enabled: account.text('status') !== 'off',
    name: account.text('name'),
    description: account.text('description'),
    ...(expiresAt > 0 ? { expiresAt } : {}),
    ...(policy === 'null' ? {} : { policy: servicePolicyText(policy) }),
    ...(provided.length === 0 ? {} : { claims: Object.fromEntries(provided) }),
    ...(typeof roleArn === 'string' ? { roleArn } : {}),
    ...(groups.length === 0 ? {} : { groups }),
  })
}
