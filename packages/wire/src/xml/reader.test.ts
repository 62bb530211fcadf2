import { describe, expect, test } from 'vitest'
import { parseXml, readXml } from './reader.ts'

const malformed = expect.objectContaining({ code: 'MalformedXML', status: 400 })

describe('parseXml', () => {
  test('reads text, the five entities, numeric references, CDATA and comments', () => {
    const root = parseXml('<a>&lt;&gt;&amp;&quot;&apos;&#x41;&#66;<!-- no --><![CDATA[<c>]]></a>', 'a')

    expect(root.text).toBe('<>&"\'AB<c>')
  })

  test('reads bytes as UTF-8 and ignores name space prefixes', () => {
    expect(parseXml(Buffer.from('<s3:a xmlns:s3="x"><s3:b>ü</s3:b></s3:a>'), 'a').children).toEqual([
      { name: 'b', text: 'ü', children: [] },
    ])
  })

  test.each([
    ['nothing', ''],
    ['text', 'hello'],
    ['an unfinished element', '<a><b></b>'],
    ['crossing elements', '<a><b></a></b>'],
    ['two roots', '<a/><a/>'],
    ['another root', '<b/>'],
    ['an unknown entity', '<a>&nbsp;</a>'],
    ['a document type', '<!DOCTYPE a><a/>'],
    ['a custom entity', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>'],
    ['a control character', '<a>\u0001</a>'],
    ['a reference to a control character', '<a>&#1;</a>'],
    ['a depth of a thousand', `${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}`],
    ['more elements than the limit', `<a>${'<b/>'.repeat(100_001)}</a>`],
    ['more attributes than the limit', `<a ${Array.from({ length: 100_001 }, (_, at) => `b${at}=''`).join(' ')}/>`],
    ['more text in an element than the limit', `<a>${'x'.repeat(1024 * 1024 + 1)}</a>`],
    ['more than the limit', `<a>${'x'.repeat(3 * 1024 * 1024)}</a>`],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e])],
    ['a character cut off at the end', Buffer.from([0x3c, 0x61, 0x2f, 0x3e, 0xc3])],
  ])('refuses %s', (_, source) => {
    expect(() => parseXml(source, 'a')).toThrow(malformed)
  })
})

describe('readXml', () => {
  test('reads what parseXml reads', async () => {
    const source = `<a>${'<b>ü😀&lt;<c/></b>\r\n'.repeat(5_000)}</a>`
    const root = await readXml(source)

    expect(root).toEqual(parseXml(source, 'a'))
    expect(parseXml(root, 'a')).toBe(root)
    expect(() => parseXml(root, 'b')).toThrow(malformed)
  })

  test('serves others while it reads', async () => {
    let isDone = false
    let turns = 0
    const count = () => {
      turns++
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await readXml(`<a>${'<b/>'.repeat(99_000)}${' '.repeat(1_000_000)}</a>`)
    isDone = true

    expect(turns).toBeGreaterThan(1)
  })

  test.each(['', 'hello', '<a><b></b>', '<a/><a/>', `<a>${'<b/>'.repeat(100_001)}</a>`])(
    'refuses %.20s',
    async (source) => {
      await expect(readXml(source)).rejects.toThrow(malformed)
    },
  )
})
