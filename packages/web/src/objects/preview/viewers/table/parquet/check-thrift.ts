/** Nesting of structures; Parquet needs six levels. */
const MAX_DEPTH = 32
/** Each becomes an object of many fields. */
const MAX_STRUCTS = 200_000

/** Where a value of a structure is. */
type FieldSpan = [start: number, end: number]

interface CheckedStruct {
  end: number
  /** The values of its fields, by field ID. */
  fields: Map<number, FieldSpan>
}

/**
 * Checks a structure in Thrift's compact protocol, which decoders trust: a list whose stated length exceeds its bytes would be
 * allocated, deep nesting would overflow the stack.
 * @throws RangeError for a structure that lies or ends too early
 */
export function checkThrift(view: DataView, start: number): CheckedStruct {
  let structs = 0
  const fields = new Map<number, FieldSpan>()

  function struct(from: number, depth: number): number {
    structs += 1
    if (depth > MAX_DEPTH || structs > MAX_STRUCTS) throw new RangeError('too many structures')
    let at = from
    let id = 0
    for (;;) {
      const header = view.getUint8(at)
      at += 1
      const type = header & 0x0f
      if (type === 0) return at
      const delta = header >> 4
      if (delta === 0) {
        const next = varint(view, at)
        at = next.end
        id = (next.value >>> 1) ^ -(next.value & 1)
      } else {
        id += delta
      }
      const end = value(type, at, depth)
      if (depth === 0) fields.set(id, [at, end])
      at = end
    }
  }

  function value(type: number, at: number, depth: number): number {
    switch (type) {
      case 1:
      case 2:
        return at
      case 3:
        return within(at + 1)
      case 4:
      case 5:
      case 6:
        return varint(view, at).end
      case 7:
        return within(at + 8)
      case 8: {
        const length = varint(view, at)
        return within(length.end + length.value)
      }
      case 9:
        return list(at, depth)
      case 12:
        return struct(at, depth + 1)
      default:
        throw new RangeError('unknown type')
    }
  }

  function list(from: number, depth: number): number {
    const header = view.getUint8(from)
    const stated = header >> 4 === 15 ? varint(view, from + 1) : { value: header >> 4, end: from + 1 }
    // Every element has at least one byte.
    within(stated.end + stated.value)
    if (depth > MAX_DEPTH) throw new RangeError('too deep')
    const type = header & 0x0f
    let at = stated.end
    for (let index = 0; index < stated.value; index++) at = value(type <= 2 ? 3 : type, at, depth + 1)
    return at
  }

  function within(end: number): number {
    if (end > view.byteLength) throw new RangeError('cut off')
    return end
  }

  return { end: struct(start, 0), fields }
}

/** A variable-length number of at most 32 bits; a longer one only has its end. */
export function varint(view: DataView, start: number): { value: number; end: number } {
  let value = 0
  for (let index = 0; index < 10; index++) {
    const byte = view.getUint8(start + index)
    if (index < 5) value = (value | ((byte & 0x7f) << (7 * index))) >>> 0
    if (byte < 0x80) return { value, end: start + index + 1 }
  }
  throw new RangeError('a number of too many bytes')
}
