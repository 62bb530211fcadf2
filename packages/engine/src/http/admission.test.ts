import { describe, expect, test } from 'vitest'
import { Admission } from './admission.ts'

const never = () => new AbortController().signal

describe('admission of requests', () => {
  test('has no limit unless one is set', async () => {
    const admission = new Admission()
    for (let count = 0; count < 100; count++) expect(await admission.enter(never)).toBe(true)
    expect(admission.room).toBeUndefined()
  })

  test('refuses requests above the limit until another one ends', async () => {
    const admission = new Admission()
    admission.setLimit(2)
    expect([await admission.enter(never), await admission.enter(never), await admission.enter(never)]).toEqual([
      true,
      true,
      false,
    ])
    expect(admission.room).toEqual({ limit: 2, remaining: 0 })
    admission.leave()
    expect(await admission.enter(never)).toBe(true)
    // Running requests continue when the limit becomes lower.
    admission.setLimit(1)
    expect([admission.room, await admission.enter(never)]).toEqual([{ limit: 1, remaining: 0 }, false])
    admission.setLimit(0)
    expect(await admission.enter(never)).toBe(true)
  })

  test("a frozen request ends with its client and doesn't count against the limit", async () => {
    const admission = new Admission()
    admission.setLimit(1)
    admission.freeze()
    const client = new AbortController()
    const held = admission.enter(() => client.signal)
    client.abort(new Error('disconnected'))
    await expect(held).rejects.toThrow('disconnected')
    admission.unfreeze()
    expect(await admission.enter(never)).toBe(true)
  })

  test('the limit applies to requests released by an unfreeze', async () => {
    const admission = new Admission()
    admission.setLimit(1)
    admission.freeze()
    const held = [admission.enter(never), admission.enter(never)]
    admission.unfreeze()
    expect((await Promise.all(held)).sort()).toEqual([false, true])
  })
})
