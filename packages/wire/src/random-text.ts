import { randomInt } from 'node:crypto'

const LETTERS_AND_DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const ACCESS_KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Text that can't be guessed. `randomBelow` is for tests. */
export function randomText(
  length: number,
  letters = LETTERS_AND_DIGITS,
  randomBelow: (limit: number) => number = randomInt,
): string {
  return Array.from({ length }, () => letters[randomBelow(letters.length)]).join('')
}

/** 20 characters, as is usual for access keys. */
export function newAccessKey(): string {
  return randomText(20, ACCESS_KEY_LETTERS)
}

/** 40 letters and digits, 238 random bits: a key that began with `-` would be an option to the programs that it is given to. */
export function newSecretKey(): string {
  return randomText(40)
}
