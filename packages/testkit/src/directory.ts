/** OpenLDAP with a few people and groups, some of which are outside the search base of the servers. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { missingProgram } from '../../../scripts/programs.ts'
import { brokerFolder, runBrokerProgram, startBrokerProcess } from './brokers/broker.ts'
import { accepts, freePort, onFreePort } from './ports.ts'

export interface Directory {
  /** `127.0.0.1:<port>`, without TLS or with StartTLS. */
  address: string
  /** The same with TLS from the beginning. The certificate is self-signed. */
  tlsAddress: string
  /** Keys and values of the configuration section `identity_ldap`, without TLS. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export interface DirectoryContents {
  /** User names of people below the search base. */
  people: readonly string[]
  /** User names of people that the search base doesn't include. */
  outsiders?: readonly string[]
  /** Members by group. */
  groups?: Readonly<Record<string, readonly string[]>>
}

/** The password of every user. */
export const DIRECTORY_SECRET = 'secret-of-the-directory'

const BASE = 'dc=example,dc=org'
const READER = `cn=reader,${BASE}`
const PEOPLE = `ou=people,${BASE}`
const GROUPS = `ou=groups,${BASE}`

export const personDn = (name: string) => `uid=${name.replaceAll(',', '\\,')},${PEOPLE}`
export const groupDn = (name: string) => `cn=${name},${GROUPS}`

/** Why OpenLDAP can't be started here and how to install it; undefined if it can. */
export function missingDirectory(): string | undefined {
  return missingProgram('openldap')
}

/** `on` is the address of a stopped directory that this one replaces. */
export function startDirectory(contents: DirectoryContents, on?: string): Promise<Directory> {
  if (on !== undefined) return startOn(Number(on.split(':')[1]), contents)
  return onFreePort((port) => startOn(port, contents))
}

async function startOn(port: number, contents: DirectoryContents): Promise<Directory> {
  const tlsPort = await freePort()
  const folder = brokerFolder('directory')
  const at = (name: string) => join(folder.path, name)
  writeFileSync(at('entries.ldif'), ldif(contents))
  writeFileSync(at('slapd.conf'), configuration(folder.path))
  makeCertificate(at('key.pem'), at('certificate.pem'))
  const inFolder = { cwd: folder.path }
  mkdirSync(at('data'))
  chmodSync(at('data'), 0o777)
  runBrokerProgram('slapadd', ['-f', at('slapd.conf'), '-l', at('entries.ldif')], inFolder)
  const { stop } = await startBrokerProcess('slapd', folder, {
    // In the foreground, where its output is seen. It says that it starts before it listens.
    args: ['-d', 'stats', '-f', at('slapd.conf'), '-h', `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${tlsPort}/`],
    isReady: async (child) =>
      child.output().includes('slapd starting') && (await accepts(port)) && (await accepts(tlsPort)),
  })
  const address = `127.0.0.1:${port}`
  const settings = {
    server_addr: address,
    server_insecure: 'on',
    lookup_bind_dn: READER,
    lookup_bind_password: DIRECTORY_SECRET,
    user_dn_search_base_dn: PEOPLE,
    user_dn_search_filter: '(uid=%s)',
    group_search_base_dn: GROUPS,
    group_search_filter: '(&(objectClass=groupOfNames)(member=%d))',
  }
  return {
    address,
    tlsAddress: `127.0.0.1:${tlsPort}`,
    settings,
    stop,
  }
}

function configuration(folder: string): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${join(folder, 'certificate.pem')}
TLSCertificateKeyFile ${join(folder, 'key.pem')}
database mdb
maxsize 16777216
suffix "${BASE}"
directory ${join(folder, 'data')}
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER}" read by * none
`
}

function ldif({ people, outsiders = [], groups = {} }: DirectoryContents): string {
  const person = (name: string, parent: string) =>
    entry(`uid=${name.replaceAll(',', '\\,')},${parent}`, {
      objectClass: 'inetOrgPerson',
      uid: name,
      cn: name,
      sn: name,
      mail: `${name}@example.org`,
      userPassword: DIRECTORY_SECRET,
    })
  const unit = (name: string) => entry(`ou=${name},${BASE}`, { objectClass: 'organizationalUnit', ou: name })
  return [
    entry(BASE, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'example' }),
    entry(READER, { objectClass: 'person', cn: 'reader', sn: 'reader', userPassword: DIRECTORY_SECRET }),
    unit('people'),
    unit('others'),
    unit('groups'),
    ...people.map((name) => person(name, PEOPLE)),
    ...outsiders.map((name) => person(name, `ou=others,${BASE}`)),
    ...Object.entries(groups).map(([name, members]) =>
      entry(groupDn(name), { objectClass: 'groupOfNames', cn: name, member: members.map(personDn) }),
    ),
  ].join('\n')
}

function entry(dn: string, attributes: Record<string, string | readonly string[]>): string {
  const line = (name: string, value: string) => `${name}:: ${Buffer.from(value).toString('base64')}\n`
  const lines = Object.entries(attributes).flatMap(([name, values]) =>
    [values].flat().map((value) => line(name, value)),
  )
  return `${line('dn', dn)}${lines.join('')}`
}

function makeCertificate(key: string, certificate: string): void {
  const args = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=directory`.split(
    ' ',
  )
  const { status, stderr, error } = spawnSync('openssl', [
    ...args,
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    key,
    '-out',
    certificate,
  ])
  if (status !== 0) throw new Error(`openssl failed: ${stderr}`, { cause: error })
  // The directory may run as another user.
  chmodSync(key, 0o644)
}
