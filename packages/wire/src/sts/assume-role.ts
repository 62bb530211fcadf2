/** STS AssumeRole: the form of the request, and the response. AWS STS API reference, version 2011-06-15, as in MinIO. */
import type { Credentials } from '../credentials.ts'
import { type Fields, leaf, readFields, requiredText, writeFields } from '../xml/fields.ts'
import { malformedXml, parseDate, parseXml } from '../xml/reader.ts'
import { element, STS_NAMESPACE, xmlDocument } from '../xml/writer.ts'

export const STS_VERSION = '2011-06-15'

export interface AssumeRoleRequest {
  /** At least 900; servers default to 3600. */
  durationSeconds?: number
  /** Inline policy document that limits the credentials. */
  policy?: string
  /** MinIO (April 2025): a name by which these credentials can be revoked together. */
  tokenRevokeType?: string
}

/** On servers such as AWS and Ceph, whose temporary keys always have a role. */
export interface RoleRequest extends AssumeRoleRequest {
  roleArn: string
  /** Names the session in the server's logs: 2 to 64 characters of letters, digits and `+=,.@_-`. */
  sessionName: string
}

/** The form for `POST /`, to be sent as application/x-www-form-urlencoded and signed with the service `sts`. */
export function writeAssumeRoleForm(request: AssumeRoleRequest | RoleRequest = {}): string {
  const form = new URLSearchParams({ Action: 'AssumeRole', Version: STS_VERSION })
  if (request.durationSeconds !== undefined) form.set('DurationSeconds', String(request.durationSeconds))
  if (request.policy !== undefined) form.set('Policy', request.policy)
  if (request.tokenRevokeType !== undefined) form.set('TokenRevokeType', request.tokenRevokeType)
  if ('sessionName' in request) {
    form.set('RoleArn', request.roleArn)
    form.set('RoleSessionName', request.sessionName)
  }
  return form.toString()
}

export interface WebIdentityRequest extends AssumeRoleRequest {
  /** ID token (a JWT) of an OpenID Connect provider that the server trusts. */
  token: string
  /** The role of a provider that is configured with its own policies; without it a claim of the token names policies. */
  roleArn?: string
}

/** The form for an unsigned `POST /`. */
export function writeWebIdentityForm({ token, roleArn, ...request }: WebIdentityRequest): string {
  const form = new URLSearchParams(writeAssumeRoleForm(request))
  form.set('Action', 'AssumeRoleWithWebIdentity')
  form.set('WebIdentityToken', token)
  if (roleArn !== undefined) form.set('RoleArn', roleArn)
  return form.toString()
}

export interface CustomTokenRequest extends AssumeRoleRequest {
  /** Whatever the identity plugin of the server accepts. */
  token: string
  /** The role of the plugin, which has its policies. */
  roleArn: string
}

/** The query of an unsigned `POST /`: of this action, MinIO reads no form. */
export function writeCustomTokenQuery({ token, roleArn, ...request }: CustomTokenRequest): Record<string, string> {
  const form = new URLSearchParams(writeAssumeRoleForm(request))
  return { ...Object.fromEntries(form), Action: 'AssumeRoleWithCustomToken', Token: token, RoleArn: roleArn }
}

export interface LdapIdentityRequest extends AssumeRoleRequest {
  username: string
  password: string
}

/** The form for an unsigned `POST /`. */
export function writeLdapIdentityForm({ username, password, ...request }: LdapIdentityRequest): string {
  const form = new URLSearchParams(writeAssumeRoleForm(request))
  form.set('Action', 'AssumeRoleWithLDAPIdentity')
  form.set('LDAPUsername', username)
  form.set('LDAPPassword', password)
  return form.toString()
}

/** Temporary credentials. `expiration` in milliseconds since the epoch, whole seconds on the wire. */
export interface TemporaryCredentials extends Required<Credentials> {
  expiration: number
}

const CREDENTIALS: Fields<TemporaryCredentials> = {
  accessKey: requiredText('AccessKeyId'),
  secretKey: requiredText('SecretAccessKey'),
  sessionToken: requiredText('SessionToken'),
  expiration: leaf('Expiration', parseDate, (time) => new Date(time).toISOString().replace(/\.\d{3}Z$/, 'Z')),
}

export function writeAssumeRole(
  credentials: TemporaryCredentials,
  requestId: string,
  action: `AssumeRole${string}` = 'AssumeRole',
): string {
  return writeResponse(action, credentials, '', requestId)
}

/** The response of an action that accepts a token; `element` is the action's name for its subject. */
export function writeAssumeRoleWithToken(
  action: `AssumeRoleWith${string}`,
  credentials: TemporaryCredentials,
  subject: { element: string; subject: string },
  requestId: string,
): string {
  return writeResponse(action, credentials, element(subject.element, subject.subject), requestId)
}

function writeResponse(action: string, credentials: TemporaryCredentials, more: string, requestId: string): string {
  const inner =
    `<${action}Result><AssumedRoleUser><Arn></Arn><AssumeRoleId></AssumeRoleId></AssumedRoleUser><Credentials>` +
    writeFields(CREDENTIALS, credentials) +
    `</Credentials>${more}</${action}Result><ResponseMetadata>${element('RequestId', requestId)}</ResponseMetadata>`
  return xmlDocument(`${action}Response`, STS_NAMESPACE, inner)
}

/**
 * The credentials of any AssumeRole… response: the documents of AssumeRoleWithWebIdentity and similar actions differ only in
 * the names of their outer elements.
 * @throws WireError MalformedXML
 */
export function parseAssumeRole(
  source: string | Uint8Array,
  action: `AssumeRole${string}` = 'AssumeRole',
): TemporaryCredentials {
  const root = parseXml(source, `${action}Response`)
  const result = root.children.find((child) => child.name === `${action}Result`)
  const credentials = result?.children.find((child) => child.name === 'Credentials')
  if (credentials === undefined) throw malformedXml(new Error('no Credentials'))
  return readFields(CREDENTIALS, credentials)
}
