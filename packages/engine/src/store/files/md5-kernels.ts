/**
 * MD5 (RFC 1321) of up to eight bodies at once, in WebAssembly: each lane of a vector register digests one body. OpenSSL
 * digests one at a time, and each step depends on the one before it, which leaves most of the processor idle (decision 33).
 * The module is generated here, because WebAssembly has no loops over registers.
 */

/** MD5 takes bytes in blocks of this size. */
export const MD5_BLOCK_BYTES = 64
/** Of the widest kernel. */
export const MOST_LANES = 8
/** Where callers may put bytes. Below is the table of constants. */
export const FREE_MEMORY_AT = 1024

export const INITIAL_STATE = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476] as const

/**
 * Digests `blocks` (at least one) blocks of 64 bytes from each of the addresses, and updates the states. `states` is the
 * address of the four words of the state, each as an array with one element for each lane.
 */
type Md5Kernel = (states: number, blocks: number, ...addresses: number[]) => void

export interface Md5Kernels {
  /** By their number of lanes, which is also the number of addresses. */
  1: Md5Kernel
  4: Md5Kernel
  8: Md5Kernel
  memory: WebAssembly.Memory
}

/** @returns undefined if the processor is too old for WebAssembly with vectors */
export function loadMd5Kernels(memoryBytes: number): Md5Kernels | undefined {
  const bytes = moduleBytes(memoryBytes)
  if (!WebAssembly.validate(bytes)) return undefined
  return new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as unknown as Md5Kernels
}

/** Instructions in the binary format of WebAssembly (core specification 2.0, 5.4). An expression leaves one value on the stack. */
type Code = readonly number[]
type Local = number

const I32 = 0x7f
const V128 = 0x7b
const LOOP_WITHOUT_RESULT = [0x03, 0x40]
const REPEAT_IF = [0x0d, 0]
const END = [0x0b]

const get = (local: Local): Code => [0x20, ...unsigned(local)]
const set = (local: Local, value: Code): Code => [...value, 0x21, ...unsigned(local)]
const setAndGet = (local: Local, value: Code): Code => [...value, 0x22, ...unsigned(local)]
const constant = (value: number): Code => [0x41, ...signed(value)]
const plus = (a: Code, b: Code): Code => [...a, ...b, 0x6a]

/** What a kernel needs, on one word or on a vector of four. */
interface Operations {
  type: number
  lanes: number
  load(address: Code, offset: number): Code
  store(address: Code, offset: number, value: Code): Code
  add(a: Code, b: Code): Code
  and(a: Code, b: Code): Code
  /** a & ~b */
  andNot(a: Code, b: Code): Code
  or(a: Code, b: Code): Code
  xor(a: Code, b: Code): Code
  not(a: Code): Code
  /** May use `spare`. */
  rotateLeft(value: Code, bits: number, spare: Local): Code
}

const WORDS: Operations = {
  type: I32,
  lanes: 1,
  load: (address, offset) => [...address, 0x28, 2, ...unsigned(offset)],
  store: (address, offset, value) => [...address, ...value, 0x36, 2, ...unsigned(offset)],
  add: plus,
  and: (a, b) => [...a, ...b, 0x71],
  andNot: (a, b) => WORDS.and(a, WORDS.not(b)),
  or: (a, b) => [...a, ...b, 0x72],
  xor: (a, b) => [...a, ...b, 0x73],
  not: (a) => WORDS.xor(a, constant(-1)),
  rotateLeft: (value, bits) => [...value, ...constant(bits), 0x77],
}

const vector = (instruction: number): Code => [0xfd, ...unsigned(instruction)]

const VECTORS: Operations = {
  type: V128,
  lanes: 4,
  load: (address, offset) => [...address, ...vector(0), 0, ...unsigned(offset)],
  store: (address, offset, value) => [...address, ...value, ...vector(11), 0, ...unsigned(offset)],
  add: (a, b) => [...a, ...b, ...vector(174)],
  and: (a, b) => [...a, ...b, ...vector(78)],
  andNot: (a, b) => [...a, ...b, ...vector(79)],
  or: (a, b) => [...a, ...b, ...vector(80)],
  xor: (a, b) => [...a, ...b, ...vector(81)],
  not: (a) => [...a, ...vector(77)],
  rotateLeft: (value, bits, spare) =>
    VECTORS.or(
      [...setAndGet(spare, value), ...constant(bits), ...vector(171)],
      [...get(spare), ...constant(32 - bits), ...vector(173)],
    ),
}

/** The vector of these four words; those of `b` are numbered from 4. */
const pick = (a: Code, b: Code, words: readonly number[]): Code => [
  ...a,
  ...b,
  ...vector(13),
  ...words.flatMap((word) => [4 * word, 4 * word + 1, 4 * word + 2, 4 * word + 3]),
]

interface Round {
  shifts: readonly [number, number, number, number]
  /** Which word of the block a step adds. */
  word(step: number): number
  /** `sum` plus the round's function of b, c and d. What depends on `b` comes last: the step before it has just computed it. */
  add(on: Operations, sum: Code, b: Code, c: Code, d: Code): Code
}

const ROUNDS: readonly Round[] = [
  {
    shifts: [7, 12, 17, 22],
    word: (step) => step,
    add: (on, sum, b, c, d) => on.add(sum, on.xor(on.and(on.xor(c, d), b), d)),
  },
  {
    shifts: [5, 9, 14, 20],
    word: (step) => 5 * step + 1,
    add: (on, sum, b, c, d) => on.add(on.add(sum, on.andNot(c, d)), on.and(b, d)),
  },
  {
    shifts: [4, 11, 16, 23],
    word: (step) => 3 * step + 5,
    add: (on, sum, b, c, d) => on.add(sum, on.xor(on.xor(c, d), b)),
  },
  {
    shifts: [6, 10, 15, 21],
    word: (step) => 7 * step,
    add: (on, sum, b, c, d) => on.add(sum, on.xor(on.or(on.not(d), b), c)),
  },
]
const STEPS = 64
const STEPS_PER_ROUND = 16
const WORDS_PER_BLOCK = 16
const STATE_WORDS = 4
const VECTOR_BYTES = 16

/** The constant of each step, four times, so that a vector of it can be loaded. Loading is faster than building one. */
function constantsTable(): Uint8Array {
  const steps = Array.from({ length: STEPS }, (_, step) => Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32))
  return new Uint8Array(new Uint32Array(steps.flatMap((value) => [value, value, value, value])).buffer)
}

/** Digests `groups` vectors (or words) at once; their steps alternate, so that one doesn't wait for the other's results. */
function kernel(on: Operations, groups: number): Code {
  const addresses = groups * on.lanes
  const states = 0
  const blocks = 1
  const address = (lane: number): Local => 2 + lane
  const localsPerGroup = 2 * STATE_WORDS + WORDS_PER_BLOCK + 1
  const group = (index: number) => {
    const first = 2 + addresses + index * localsPerGroup
    return {
      index,
      state: (word: number): Local => first + word,
      before: (word: number): Local => first + STATE_WORDS + word,
      word: (word: number): Local => first + 2 * STATE_WORDS + word,
      spare: first + 2 * STATE_WORDS + WORDS_PER_BLOCK,
    }
  }
  const all = Array.from({ length: groups }, (_, index) => group(index))
  const eachState = (code: (of: (typeof all)[number], word: number) => Code): Code =>
    [0, 1, 2, 3].flatMap((word) => all.flatMap((of) => code(of, word)))
  const stateAt = (of: (typeof all)[number], word: number) => 4 * on.lanes * (word * groups + of.index)

  const loadWords = all.flatMap((of) =>
    on.lanes === 1
      ? Array.from({ length: WORDS_PER_BLOCK }, (_, word) =>
          set(of.word(word), on.load(get(address(of.index)), 4 * word)),
        ).flat()
      : transposed(of, address),
  )
  const steps = Array.from({ length: STEPS }, (_, step) => {
    const round = ROUNDS[Math.floor(step / STEPS_PER_ROUND)] as Round
    const bits = round.shifts[step % 4] as number
    return all.flatMap((of) => {
      // Each step computes another word of the state: a, d, c, b, a, ...
      const [a, b, c, d] = [0, 1, 2, 3].map((word) => of.state((word + STEPS - step) % STATE_WORDS)) as Locals
      const word = get(of.word(round.word(step % STEPS_PER_ROUND) % WORDS_PER_BLOCK))
      const sum = on.add(on.add(word, on.load(constant(0), VECTOR_BYTES * step)), get(a))
      const mixed = round.add(on, sum, get(b), get(c), get(d))
      return set(a, on.add(on.rotateLeft(mixed, bits, of.spare), get(b)))
    })
  }).flat()

  return functionBody(groups * localsPerGroup, on.type, [
    ...eachState((of, word) => set(of.state(word), on.load(get(states), stateAt(of, word)))),
    ...LOOP_WITHOUT_RESULT,
    ...eachState((of, word) => set(of.before(word), get(of.state(word)))),
    ...loadWords,
    ...steps,
    ...eachState((of, word) => set(of.state(word), on.add(get(of.state(word)), get(of.before(word))))),
    ...Array.from({ length: addresses }, (_, lane) =>
      set(address(lane), plus(get(address(lane)), constant(MD5_BLOCK_BYTES))),
    ).flat(),
    ...setAndGet(blocks, plus(get(blocks), constant(-1))),
    ...REPEAT_IF,
    ...END,
    ...eachState((of, word) => on.store(get(states), stateAt(of, word), get(of.state(word)))),
  ])
}

type Locals = [Local, Local, Local, Local]

/** Loads the next block of four lanes, and arranges their words so that a vector has the same word of each lane. */
function transposed(
  of: { index: number; word(index: number): Local; spare: Local },
  address: (lane: number) => Local,
): Code {
  return [0, 4, 8, 12].flatMap((first) => {
    const [w0, w1, w2, w3] = [0, 1, 2, 3].map((lane) => of.word(first + lane)) as Locals
    const low = [0, 4, 1, 5]
    const high = [2, 6, 3, 7]
    const firstHalves = [0, 1, 4, 5]
    const secondHalves = [2, 3, 6, 7]
    return [
      ...[w0, w1, w2, w3].flatMap((local, lane) =>
        set(local, VECTORS.load(get(address(4 * of.index + lane)), 4 * first)),
      ),
      ...set(of.spare, pick(get(w0), get(w1), low)),
      ...set(w0, pick(get(w0), get(w1), high)),
      ...set(w1, pick(get(w2), get(w3), low)),
      ...set(w3, pick(get(w2), get(w3), high)),
      ...set(w2, pick(get(w0), get(w3), firstHalves)),
      ...set(w3, pick(get(w0), get(w3), secondHalves)),
      ...set(w0, pick(get(of.spare), get(w1), firstHalves)),
      ...set(w1, pick(get(of.spare), get(w1), secondHalves)),
    ]
  })
}

function moduleBytes(memoryBytes: number): Uint8Array<ArrayBuffer> {
  const kernels = [
    { lanes: 1, body: kernel(WORDS, 1) },
    { lanes: 4, body: kernel(VECTORS, 1) },
    { lanes: 8, body: kernel(VECTORS, 2) },
  ]
  const table = constantsTable()
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, ...kernels.map(({ lanes }) => [0x60, ...list(...Array(2 + lanes).fill([I32])), 0])),
    ...section(3, ...kernels.map((_, index) => [index])),
    ...section(5, [0, ...unsigned(Math.ceil(memoryBytes / 65_536))]),
    ...section(7, [...name('memory'), 2, 0], ...kernels.map(({ lanes }, index) => [...name(String(lanes)), 0, index])),
    ...section(10, ...kernels.map(({ body }) => [...unsigned(body.length), ...body])),
    ...section(11, [0, ...constant(0), ...END, ...unsigned(table.length), ...table]),
  ])
}

function functionBody(locals: number, type: number, code: Code): Code {
  return [...list([...unsigned(locals), type]), ...code, ...END]
}

function section(id: number, ...entries: Code[]): Code {
  const content = list(...entries)
  return [id, ...unsigned(content.length), ...content]
}

function list(...entries: Code[]): Code {
  return [...unsigned(entries.length), ...entries.flat()]
}

function name(text: string): Code {
  return [...unsigned(text.length), ...Buffer.from(text)]
}

/** LEB128, as all numbers in a module. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

function signed(value: number): Code {
  const rest = value >> 7
  const isLast = rest === 0 ? (value & 0x40) === 0 : rest === -1 && (value & 0x40) !== 0
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)]
}
