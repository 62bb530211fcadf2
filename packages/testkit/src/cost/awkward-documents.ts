/** Documents that are as large and as awkward as a limit admits. */
import { IAM_FILES, writeArchive } from '@cooperage/wire'

export const KIB = 1024
export const MIB = 1024 * KIB

/** Repeats until the text is `bytes` long or just below. */
export function fill(piece: string | ((at: number) => string), bytes: number): string {
  if (typeof piece === 'string') return piece.repeat(Math.floor(bytes / piece.length))
  const parts: string[] = []
  for (let at = 0, length = 0; ; at++) {
    const part = piece(at)
    length += part.length
    if (length > bytes) return parts.join('')
    parts.push(part)
  }
}

/** XML documents with one root, each awkward in its own way. */
export function awkwardXml(root: string, child: string, bytes: number): string[] {
  const inside = (text: string) => `<${root}>${text}</${root}>`
  const room = bytes - root.length * 2 - 10
  return [
    inside(fill(`<${child}/>`, room)),
    inside(fill('<a>', room / 2)),
    inside(`<${child}>${fill('&#x41;&lt;', room - 100)}</${child}>`),
    inside(fill('<!---->', room)),
    inside(fill('<![CDATA[]]>', room)),
    inside(fill('<?a?>', room)),
    inside(`<${child} ${fill((at) => `a${at}='' `, room - 100)}/>`),
    inside(`<${'n'.repeat(room / 2 - 10)}/>`),
    fill('<', room),
  ]
}

/** JSON documents, each awkward in its own way. */
export function awkwardJson(bytes: number): string[] {
  const room = bytes - 20
  return [
    `{"a":${'['.repeat(room / 2)}${']'.repeat(room / 2)}}`,
    `{"a":${fill('{"a":', room / 2)}1${'}'.repeat(Math.floor(room / 2 / 5))}}`,
    `{${fill((at) => `"k${at}":0,`, room)}"z":0}`,
    `{${fill('"a":0,', room)}"z":0}`,
    `{"a":[${fill('0,', room)}0]}`,
    `{"a":"${fill('\\u00e9', room)}"}`,
    `{"a":[${fill('{},', room)}{}]}`,
    `{"__proto__":{${fill((at) => `"k${at}":[],`, room)}"z":0}}`,
    '['.repeat(room),
  ]
}

/** Wildcards that nearly match every long run of `a`. */
const STARS = `${'*a'.repeat(40)}*b`
const MARKS = `*${'?a'.repeat(200)}b*`

/** Policies of up to `bytes`, each awkward in its own way for `key`. */
export function awkwardPolicies(bytes: number, principal: string): string[] {
  const document = (statements: string) =>
    `{"Version":"2012-10-17","Statement":[${statements}{${principal}"Effect":"Allow","Action":["s3:GetObject"],"Resource":["arn:aws:s3:::nasty/none"]}]}`
  const statement = (rest: string, action = '"s3:*"', effect = 'Allow') =>
    `{${principal}"Effect":"${effect}","Action":[${action}],${rest}},`
  const room = bytes - 400
  const resources = (pattern: string) =>
    `"Resource":[${fill((at) => `"arn:aws:s3:::nasty/${pattern}${at}",`, room)}"arn:aws:s3:::nasty/x"]`
  return [
    document(statement(resources(STARS))),
    document(statement(resources(MARKS))),
    document(statement(resources('*'))),
    document(statement(resources(`\${aws:username}*\${s3:prefix}*`))),
    document(fill((at) => statement(`"Resource":["arn:aws:s3:::nasty/${at}*"]`), room)),
    document(fill((at) => statement(`"Resource":["arn:aws:s3:::nasty/*a*${at}"]`, '"s3:*"', 'Deny'), room)),
    document(
      statement(
        `"Resource":["arn:aws:s3:::nasty/*"],"Condition":{"StringNotLike":{"s3:prefix":[${fill((at) => `"${STARS}${at}",`, room)}"x"]}}`,
      ),
    ),
    document(
      statement(
        `"Resource":["arn:aws:s3:::nasty/*"],"Condition":{"NotIpAddress":{"aws:SourceIp":[${fill((at) => `"10.${at >> 8}.${at % 256}.0/24",`, room)}"::/0"]}}`,
      ),
    ),
    document(
      statement(
        `"Resource":["arn:aws:s3:::nasty/*"],"Condition":{${fill((at) => `"StringLike":{"aws:UserAgent":"*a*${at}"},`, room)}"StringLike":{"aws:UserAgent":"*"}}`,
      ),
    ),
  ]
}

/** Backups of IAM with large and with awkward files, up to four times as many bytes. */
export async function awkwardIamArchives(bytes = MIB): Promise<Buffer[]> {
  const user = (at: number) => `"u${at}":{"secretKey":"secret-${at}","status":"enabled"},`
  const account = (at: number) =>
    `"k${at}":{"parent":"visitor","accessKey":"k${at}","secretKey":"secret-${at}","status":"on"},`
  const policy = awkwardPolicies(15 * KIB, '')[0] ?? '{}'
  const archives = [
    new Map([[IAM_FILES.users, `{${fill(user, bytes / 2)}"u":{"secretKey":"secret-u","status":"enabled"}}`]]),
    new Map([[IAM_FILES.serviceAccounts, `{${fill(account, bytes / 2)}"k":{"parent":"visitor"}}`]]),
    new Map([[IAM_FILES.policies, `{${fill((at) => `"p${at}":${policy},`, bytes)}"p":{}}`]]),
    new Map([[IAM_FILES.groups, `{"g":{"members":[${fill((at) => `"m${at}",`, bytes)}"m"],"status":"enabled"}}`]]),
    new Map([[IAM_FILES.userPolicies, `{"visitor":{"policy":"${fill((at) => `p${at},`, bytes)}p"}}`]]),
    ...awkwardJson(4 * bytes).map((text) => new Map([[IAM_FILES.users, text]])),
    new Map(Array.from({ length: bytes / 200 }, (_, at) => [`nasty/${at}`, ''])),
    new Map([['nasty/lifecycle.xml', fill('<a/>', 2 * bytes)]]),
    new Map([['nasty/policy.json', awkwardPolicies(2 * bytes, '"Principal":"*",')[0] ?? '']]),
  ]
  return await Promise.all(archives.map((files) => writeArchive(files)))
}
