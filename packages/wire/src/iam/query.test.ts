import { expect, test } from 'vitest'
import { readIamResponse, writeIamForm } from './query.ts'

const response = (action: string, result: string) =>
  `<${action}Response xmlns="https://iam.amazonaws.com/doc/2010-05-08/">${result}<ResponseMetadata><RequestId>1</RequestId></ResponseMetadata></${action}Response>`

test('the form contains the action, the version and the parameters', () => {
  expect(writeIamForm('GetUser', { UserName: 'anna+b' })).toBe('Action=GetUser&Version=2010-05-08&UserName=anna%2Bb')
})

test('reads lists, objects and texts, and no result as empty', async () => {
  const users = `<ListUsersResult><Users><member><UserName>anna</UserName><Path>/</Path></member><member><UserName>bob</UserName></member></Users><IsTruncated>true</IsTruncated><Marker> m </Marker></ListUsersResult>`
  expect(await readIamResponse(response('ListUsers', users), 'ListUsers')).toEqual({
    Users: [{ UserName: 'anna', Path: '/' }, { UserName: 'bob' }],
    IsTruncated: 'true',
    Marker: 'm',
  })
  const none = '<ListUsersResult><Users/></ListUsersResult>'
  expect(await readIamResponse(response('ListUsers', none), 'ListUsers')).toEqual({ Users: '' })
  expect(await readIamResponse(response('DeleteUser', ''), 'DeleteUser')).toEqual({})
})

test.each([
  ['a website', '<!doctype html><html><body>Shop</body></html>'],
  ['the response to another action', response('GetUser', '')],
  ['what isn’t XML', '{"Users":[]}'],
  ['nothing', ''],
  ['a field twice', response('ListUsers', '<ListUsersResult><Marker>1</Marker><Marker>2</Marker></ListUsersResult>')],
  ['a deep document', response('ListUsers', '<a>'.repeat(1_000) + '</a>'.repeat(1_000))],
  ['an entity', '<!DOCTYPE x [<!ENTITY a "b">]><ListUsersResponse>&a;</ListUsersResponse>'],
  ['a huge document', response('ListUsers', ' '.repeat(9 * 1024 * 1024))],
])('refuses %s', async (_, text) => {
  await expect(readIamResponse(text, 'ListUsers')).rejects.toMatchObject({ code: 'MalformedXML' })
})
