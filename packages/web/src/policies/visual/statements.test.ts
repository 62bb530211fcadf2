import { expect, test } from 'vitest'
import { jsonTree, sliceOf } from './json-edits.ts'
import {
  type VisualStatement,
  visualStatements,
  withConditionValue,
  withCopy,
  withListed,
  withMoved,
  withoutConditionValue,
  withoutListed,
  withoutPrincipal,
  withoutStatement,
  withPrincipal,
  withStatement,
  withText,
} from './statements.ts'

const PRETTY = `{
  "Version": "2012-10-17",
  "Statement": [
    {
      "Effect": "Allow",
      "Action": ["s3:GetObject"],
      "Resource": "arn:aws:s3:::photos/*"
    }
  ]
}`

function only(text: string): VisualStatement {
  const [statement] = visualStatements(text) ?? []
  if (statement === undefined) throw new Error(`no statement in ${text}`)
  return statement
}

test('shows what it can, and keeps the rest as it is written', () => {
  const text = `{"Statement": {"Sid": "a", "effect": "Deny", "NotAction": "s3:*", "Resource": ["x", "y"],
    "Principal": {"AWS": "*"}, "Condition": {"Bool": {"aws:SecureTransport": false}}, "Remark": [1,  2]}}`
  expect(only(text)).toMatchObject({
    ...{ sid: 'a', effect: 'Deny', lists: { Resource: ['x', 'y'] }, principals: ['*'] },
    conditions: [{ operator: 'Bool', key: 'aws:SecureTransport', values: ['false'] }],
    kept: [
      { name: 'NotAction', text: '"NotAction": "s3:*"' },
      { name: 'Remark', text: '"Remark": [1,  2]' },
    ],
  })
})

test.each([
  ['a field twice', '{"Statement": [{"Action": "a", "action": "b"}]}', ['Action', 'action']],
  ['an unusual effect', '{"Statement": [{"Effect": "allow"}]}', ['Effect']],
  ['a number as action', '{"Statement": [{"Action": [1]}]}', ['Action']],
  ['a condition without keys', '{"Statement": [{"Condition": {"Bool": true}}]}', ['Condition']],
  ['principals of another service', '{"Statement": [{"Principal": {"Service": "x"}}]}', ['Principal']],
])('%s is kept', (_, text, names) => {
  expect(only(text).kept.map(({ name }) => name)).toEqual(names)
})

test.each([
  '',
  '{',
  '[]',
  '"a"',
  '{}',
  '{"Statement": 1}',
  '{"Statement": [1]}',
  `${'['.repeat(200)}${']'.repeat(200)}`,
])('of %s nothing can be shown', (text) => {
  expect(visualStatements(text)).toBeUndefined()
})

test('changes are written as the text around them is', () => {
  expect(withListed(PRETTY, 0, 'Action', 's3:PutObject')).toContain('"Action": ["s3:GetObject", "s3:PutObject"],\n')
  expect(withListed(PRETTY, 0, 'Resource', 'x')).toContain(
    '"Resource": [\n        "arn:aws:s3:::photos/*",\n        "x"\n      ]\n    }',
  )
  expect(withText(PRETTY, 0, 'Effect', 'Deny')).toBe(PRETTY.replace('Allow', 'Deny'))
  expect(withText(PRETTY, 0, 'Sid', 'One')).toContain('{\n      "Sid": "One",\n      "Effect": "Allow"')
  expect(withText(withText(PRETTY, 0, 'Sid', 'One'), 0, 'Sid', '')).toBe(PRETTY)
  expect(withConditionValue(PRETTY, 0, { operator: 'Bool', key: 'k' }, 'true')).toContain(
    '*",\n      "Condition": {\n        "Bool": {\n          "k": [\n            "true"\n          ]\n        }\n      }\n    }',
  )
  const compact = '{"Statement":[{"Effect":"Allow"}]}'
  expect(withListed(compact, 0, 'Action', 'a')).toBe('{"Statement":[{"Effect":"Allow","Action":["a"]}]}')
  expect(withStatement(compact, { Effect: 'Deny' })).toBe('{"Statement":[{"Effect":"Allow"},{"Effect":"Deny"}]}')
  expect(withStatement('{"Statement": {"Effect": "Allow"}}', { Effect: 'Deny' })).toBe(
    '{"Statement": [{"Effect": "Allow"}, {"Effect": "Deny"}]}',
  )
  expect(withStatement('{\n  "Version": "2012-10-17"\n}', {})).toBe(
    '{\n  "Version": "2012-10-17",\n  "Statement": [\n    {}\n  ]\n}',
  )
})

test('what is added and removed again leaves the text as it was', () => {
  const added = withListed(PRETTY, 0, 'Action', 's3:PutObject')
  expect(withoutListed(added, 0, 'Action', 's3:PutObject')).toBe(PRETTY)
  const condition = { operator: 'StringLike', key: 's3:prefix' }
  const twice = withConditionValue(withConditionValue(PRETTY, 0, condition, 'a'), 0, condition, 'b')
  expect(only(twice).conditions).toEqual([{ ...condition, values: ['a', 'b'] }])
  const once = withoutConditionValue(twice, 0, condition, 'b')
  expect(withoutConditionValue(once, 0, condition, 'a')).toBe(PRETTY)
  expect(withoutStatement(withCopy(PRETTY, 0), 1)).toBe(PRETTY)
  expect(withMoved(withMoved(withCopy(PRETTY, 0), 0), 0)).toBe(withCopy(PRETTY, 0))
  expect(withoutPrincipal(withPrincipal(PRETTY, 0, '*'), 0, '*')).toContain('"AWS": []')
})

/** A repeatable sequence of numbers below 1. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const SEED = Number(process.env.COOPERAGE_TEST_SEED ?? Math.floor(Math.random() * 1e9))
const SCALE = Number(process.env.COOPERAGE_TEST_SCALE ?? 1)
const DOCUMENTS = 150 * SCALE

/** A policy with usual and odd fields, names, spaces and forms of lists. */
function generated(next: () => number): string {
  const pick = <T>(...of: T[]): T => of[Math.floor(next() * of.length)] as T
  const space = () => pick('', '', ' ', '\n  ', '\n\t', '  \r\n ')
  const text = () => JSON.stringify(pick('s3:GetObject', 's3:*', 'a"b\\', '', 'ü😀', `x\${aws:username}/*`, ',:[]{}'))
  const list = (item: () => string, most = 3) => {
    const items = Array.from({ length: Math.floor(next() * (most + 1)) }, () => `${space()}${item()}${space()}`)
    return `[${items.join(',') || space()}]`
  }
  const object = (fields: [name: string, value: string][]) =>
    `{${fields.map(([name, value]) => `${space()}"${name}"${space()}:${space()}${value}${space()}`).join(',') || space()}}`
  const odd = () => pick('null', '12.50e1', 'true', '{ }', '[[],{"a":[ 1 ]}]', '"Allow"')
  const values = () => pick(text, () => list(text), odd)()
  const condition = () =>
    object([
      ['StringLike', object([['s3:prefix', values()], ...pick<[string, string][]>([], [['aws:username', values()]])])],
      ...pick<[string, string][]>([], [['Bool', pick(object([['aws:SecureTransport', 'false']]), odd())]]),
    ])
  const field = (): [string, string] =>
    pick<() => [string, string]>(
      () => ['Sid', text()],
      () => [pick('Effect', 'effect'), pick('"Allow"', '"Deny"', odd())],
      () => [pick('Action', 'NotAction', 'action'), values()],
      () => [pick('Resource', 'NotResource'), values()],
      () => ['Principal', pick('"*"', object([['AWS', values()]]), odd())],
      () => ['Condition', pick(condition, odd)()],
      () => [pick('Remark', 'constructor', '__proto__'), odd()],
    )()
  const statement = () => object(Array.from({ length: Math.floor(next() * 7) }, field))
  const statements = pick(() => list(statement, 4), statement)()
  return `${space()}${object([['Version', '"2012-10-17"'], ['Statement', statements], ...pick<[string, string][]>([], [['Id', odd()]])])}${space()}`
}

const EDITS: readonly ((text: string, index: number, statement: VisualStatement) => string)[] = [
  (text, index) => withText(text, index, 'Sid', 'New'),
  (text, index) => withText(text, index, 'Sid', ''),
  (text, index) => withText(text, index, 'Effect', 'Deny'),
  (text, index) => withListed(text, index, 'Action', 's3:New'),
  (text, index, { lists }) => withoutListed(text, index, 'Action', lists.Action?.at(-1) ?? ''),
  (text, index) => withListed(text, index, 'Resource', 'new'),
  (text, index) => withPrincipal(text, index, 'arn:new'),
  (text, index, { principals }) => withoutPrincipal(text, index, principals?.[0] ?? ''),
  (text, index) => withConditionValue(text, index, { operator: 'Bool', key: 'new' }, 'new'),
  (text, index, { conditions: [first] }) => (first ? withConditionValue(text, index, first, 'new') : text),
  (text, index, { conditions: [first] }) =>
    first ? withoutConditionValue(text, index, first, first.values[0] ?? '') : text,
]

test(
  `an edit of one statement leaves every other byte as it was (seed ${SEED}, ${DOCUMENTS} documents)`,
  () => {
    const next = random(SEED)
    let changed = 0
    for (let count = 0; count < DOCUMENTS; count++) {
      const text = generated(next)
      JSON.parse(text)
      const before = visualStatements(text)
      expect(before, text).toBeDefined()
      for (const [index, statement] of before?.entries() ?? []) {
        for (const edit of EDITS) {
          const after = edit(text, index, statement)
          if (after === text) continue
          changed++
          const statements = visualStatements(after)
          const moved = after.length - text.length
          expect(statements, after).toHaveLength(before?.length ?? 0)
          expect(after.slice(0, statement.from), after).toBe(text.slice(0, statement.from))
          expect(after.slice(statement.to + moved), after).toBe(text.slice(statement.to))
          expect(
            statements?.[index]?.kept.map((part) => part.text),
            after,
          ).toEqual(statement.kept.map((part) => part.text))
        }
        const without = withoutStatement(text, index)
        const left = visualStatements(without)?.map((one) => sliceOf(without, one))
        expect(left, without).toEqual(before?.filter((_, at) => at !== index).map((one) => sliceOf(text, one)))
      }
      const more = withStatement(text, { Effect: 'Allow' })
      const texts = visualStatements(more)?.map((one) => sliceOf(more, one))
      expect(texts?.slice(0, -1), more).toEqual(before?.map((one) => sliceOf(text, one)))
      expect(jsonTree(more), more).toBeDefined()
    }
    expect(changed).toBeGreaterThan(DOCUMENTS)
  },
  30_000 * SCALE,
)
