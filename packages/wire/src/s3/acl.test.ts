import { expect, test } from 'vitest'
import { isOwnerAcl, writeOwnerAcl } from './acl.ts'
import { MINIO_OWNER } from './owner.ts'

const policy = (inner: string) => `<AccessControlPolicy>${inner}</AccessControlPolicy>`
const list = (...grants: string[]) => policy(`<AccessControlList>${grants.join('')}</AccessControlList>`)
const grant = (grantee: string, permission = '<Permission>FULL_CONTROL</Permission>') =>
  `<Grant>${grantee}${permission}</Grant>`
const OWNER = grant(`<Grantee><ID>${MINIO_OWNER.id}</ID></Grantee>`)

test.each([
  ['as it is written', writeOwnerAcl()],
  ['by id', list(OWNER)],
  ['by no name', list(grant('<Grantee/>'))],
  ['with name and type', list(grant('<Grantee><DisplayName>x</DisplayName><Type>CanonicalUser</Type></Grantee>'))],
  ['twice', list(OWNER, OWNER)],
])('a list grants the owner full control %s', (_, text) => {
  expect(isOwnerAcl(text)).toBe(true)
})

test.each([
  ['no grant', list()],
  ['a grant without a grantee', list(grant(''))],
  ['a grant to two', list(grant('<Grantee/><Grantee><ID>x</ID></Grantee>'))],
  ['a grant without a permission', list(grant('<Grantee/>', ''))],
  ['a lesser permission', list(grant('<Grantee/>', '<Permission>READ</Permission>'))],
  ['another id', list(OWNER, grant('<Grantee><ID>x</ID></Grantee>'))],
  ['two ids', list(grant(`<Grantee><ID>${MINIO_OWNER.id}</ID><ID>x</ID></Grantee>`))],
  ['a group', list(OWNER, grant('<Grantee><URI>http://acs.amazonaws.com/groups/global/AllUsers</URI></Grantee>'))],
  ['another type', list(grant('<Grantee><Type>Group</Type></Grantee>'))],
  ['another owner', policy(`<Owner><ID>x</ID></Owner><AccessControlList>${OWNER}</AccessControlList>`)],
])('a list with %s does not only grant the owner full control', (_, text) => {
  expect(isOwnerAcl(text)).toBe(false)
})

test.each([
  ['nothing', ''],
  ['another document', '<Tagging/>'],
  ['no list', policy('')],
  ['two lists', policy('<AccessControlList/><AccessControlList/>')],
  ['half a document', '<AccessControlPolicy>'],
])('%s is malformed', (_, text) => {
  expect(() => isOwnerAcl(text)).toThrow(expect.objectContaining({ code: 'MalformedXML', status: 400 }))
})
