const TONES = ['green', 'yellow', 'red'] as const

/** Anything but the three is grey (spec operator-mode 4). */
export function healthTone(status: string): (typeof TONES)[number] | 'grey' {
  return TONES.find((tone) => tone === status) ?? 'grey'
}
