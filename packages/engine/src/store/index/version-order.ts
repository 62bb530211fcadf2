import { randomUUID } from 'node:crypto'

/**
 * Orders are version 7 UUIDs as text, which sort by creation time (RFC 9562, section 5.7): 48 bits of milliseconds, a 12-bit
 * counter within the millisecond, 62 random bits. Version ids and upload ids are orders.
 */
export type NewOrder = (after?: string) => string

const COUNTERS = 4096

/** Every order is greater than the previous one and than `after`, even if the clock stops or goes backward. */
export function orders(now: () => number): NewOrder {
  let time = 0
  let counter = 0
  return (after) => {
    counter++
    if (now() > time || counter === COUNTERS) {
      time = Math.max(now(), time + 1)
      counter = 0
    }
    const order = orderOf(time, counter)
    // Only this one: an order from a clock that was ahead must not draw those of every other key after it.
    return after === undefined || order > after ? order : orderOf(timeOf(after) + 1, 0)
  }
}

/** The order of a version without a stored one: less than any order created at that time. */
export function orderAt(time: number): string {
  return `${timeText(time)}-7000-8000-000000000000`
}

function orderOf(time: number, counter: number): string {
  // The end of a random UUID has the same variant. It comes from a pool, which costs a tenth of `randomBytes`.
  return `${timeText(time)}-7${hex(counter, 3)}${randomUUID().slice(18)}`
}

function timeText(time: number): string {
  const digits = hex(time, 12)
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

function timeOf(order: string): number {
  return Number.parseInt(order.slice(0, 8) + order.slice(9, 13), 16)
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}

const TEXT = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isOrder(text: string): boolean {
  return TEXT.test(text)
}

/** The 16 bytes of an order, inverted, so that the newest version of a key comes first in the index. */
export function invertedBytes(order: string): Buffer {
  return invert(Buffer.from(order.replaceAll('-', ''), 'hex'))
}

export function orderOfInverted(bytes: Buffer): string {
  const text = invert(Buffer.from(bytes)).toString('hex')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}

function invert(bytes: Buffer): Buffer {
  for (let at = 0; at < bytes.length; at++) bytes.writeUInt8(~bytes.readUInt8(at) & 0xff, at)
  return bytes
}
