/** MD5 digests of several bodies at once, in the lanes of `md5-kernels.ts`. Decision 33 says when that pays. */
import type { Md5Digester } from './md5-digester.ts'
import {
  FREE_MEMORY_AT,
  INITIAL_STATE,
  loadMd5Kernels,
  MD5_BLOCK_BYTES,
  type Md5Kernels,
  MOST_LANES,
} from './md5-kernels.ts'

const STATE_WORDS = INITIAL_STATE.length
const STATES_AT = FREE_MEMORY_AT
const LANES_AT = STATES_AT + 4 * STATE_WORDS * MOST_LANES
/** Bytes of a body that are digested before the next ones are copied: few enough for the processor's cache. */
const PIECE_BYTES = 64 * 1024
/** A piece, what was left before it, and the padding after it. */
const LANE_BYTES = PIECE_BYTES + 3 * MD5_BLOCK_BYTES

/** The digest of a body in progress. */
class Md5Body {
  readonly state = Uint32Array.from(INITIAL_STATE)
  /** Bytes so far. */
  length = 0
  /** The bytes that don't fill a block of the digest yet. */
  rest = new Uint8Array(0)
}

/** The next bytes of a body. */
interface Md5Input {
  body: Md5Body
  bytes: Uint8Array
  isLast: boolean
}

/** Undefined on a processor that is too old. */
export function laneDigester(): Md5Digester | undefined {
  const kernels = loadMd5Kernels(LANES_AT + MOST_LANES * LANE_BYTES)
  if (kernels === undefined) return undefined
  const bodies = new Map<number, Md5Body>()
  return (requests) => {
    const inputs = requests.map(({ id, bytes = new Uint8Array(0), next }): Md5Input => {
      const body = bodies.get(id) ?? new Md5Body()
      if (next === 'more') bodies.set(id, body)
      else bodies.delete(id)
      return { body, bytes, isLast: next === 'end' }
    })
    for (let from = 0; from < inputs.length; from += MOST_LANES) {
      digestInLanes(kernels, inputs.slice(from, from + MOST_LANES))
    }
    return inputs.map(({ body, isLast }) => (isLast ? Buffer.from(body.state.buffer).toString('hex') : undefined))
  }
}

function digestInLanes(kernels: Md5Kernels, inputs: readonly Md5Input[]): void {
  const longest = Math.max(...inputs.map(({ bytes }) => bytes.length))
  let from = 0
  do {
    const end = from + PIECE_BYTES
    // Even an input without bytes has a piece: it may be the last one, which is padded.
    const pieces = inputs
      .filter(({ bytes }) => from === 0 || from < bytes.length)
      .map(({ body, bytes, isLast }) => ({
        body,
        bytes: bytes.subarray(from, end),
        isLast: isLast && end >= bytes.length,
      }))
    digestPieces(kernels, pieces)
    from = end
  } while (from < longest)
}

/** Bytes of a body in the memory of the kernels. */
interface Lane {
  body: Md5Body
  address: number
  blocks: number
}

function digestPieces(kernels: Md5Kernels, pieces: readonly Md5Input[]): void {
  const lanes = pieces.map((piece, index) => fillLane(kernels, LANES_AT + index * LANE_BYTES, piece))
  for (;;) {
    const active = lanes.filter(({ blocks }) => blocks > 0)
    if (active.length === 0) return
    const blocks = Math.min(...active.map((lane) => lane.blocks))
    digestBlocks(kernels, active, blocks)
    for (const lane of active) {
      lane.blocks -= blocks
      lane.address += blocks * MD5_BLOCK_BYTES
    }
  }
}

/** Copies whole blocks to `address`, and keeps the rest with the body. */
function fillLane({ memory }: Md5Kernels, address: number, { body, bytes, isLast }: Md5Input): Lane {
  const lane = Buffer.from(memory.buffer, address, LANE_BYTES)
  let filled = body.rest.length
  lane.set(body.rest)
  if (bytes.length > 0) {
    // Unlike `set`, `fill` doesn't copy shared memory word by word.
    lane.fill(bytes, filled, filled + bytes.length)
    filled += bytes.length
    body.length += bytes.length
  }
  if (isLast) filled = pad(lane, filled, body.length)
  const rest = filled % MD5_BLOCK_BYTES
  body.rest = Uint8Array.from(lane.subarray(filled - rest, filled))
  return { body, address, blocks: (filled - rest) / MD5_BLOCK_BYTES }
}

/** Adds the padding and the length of the body (RFC 1321, 3.1 and 3.2). Returns where they end. */
function pad(lane: Buffer, from: number, length: number): number {
  const end = MD5_BLOCK_BYTES * Math.ceil((from + 1 + 8) / MD5_BLOCK_BYTES)
  lane.fill(0, from, end)
  lane[from] = 0x80
  lane.writeBigUInt64LE(BigInt(length) * 8n, end - 8)
  return end
}

/** Digests the next blocks of all lanes, with the narrowest kernel that has enough lanes. */
function digestBlocks(kernels: Md5Kernels, lanes: readonly Lane[], blocks: number): void {
  const width = lanes.length === 1 ? 1 : lanes.length <= 4 ? 4 : MOST_LANES
  const states = new Uint32Array(kernels.memory.buffer, STATES_AT, STATE_WORDS * width)
  for (const [index, { body }] of lanes.entries()) {
    for (const [word, value] of body.state.entries()) states[word * width + index] = value
  }
  // The other lanes digest the bytes of the first one again; their states are ignored.
  const addresses = Array.from({ length: width }, (_, index) => (lanes[index] ?? lanes[0])?.address as number)
  kernels[width](STATES_AT, blocks, ...addresses)
  for (const [index, { body }] of lanes.entries()) {
    for (const word of body.state.keys()) body.state[word] = states[word * width + index] as number
  }
}
