import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { withOnePath } from '../../build/one-path-icons.ts'

function pathsOf(code: string): string[] {
  return [...code.matchAll(/"d":\s*"([^"]+)"/g)].map(([, path = '']) => path)
}

test.each(['Trash', 'Dots', 'Eraser', 'Pencil'])('%s of the icon library is drawn with one path', (name) => {
  const file = new URL(`../esm/icons/Icon${name}.mjs`, import.meta.resolve('@tabler/icons-react'))
  const code = readFileSync(file, 'utf8')
  expect(pathsOf(code).length).toBeGreaterThan(1)
  expect(pathsOf(withOnePath(code))).toEqual([pathsOf(code).join('')])
})

test('an icon whose parts differ in more than their outline stays as it is', () => {
  for (const parts of [
    '[["path", { "d": "M4 7l16 0", "key": "a" }], ["path", { "d": "M1 1h2", "fill": "currentColor", "key": "b" }]]',
    '[["path", { "d": "M4 7l16 0", "key": "a" }], ["path", { "d": "m1 1h2", "key": "b" }]]',
    '[["path", { "d": "M4 7l16 0", "key": "a" }], ["circle", { "r": "2", "key": "b" }]]',
  ]) {
    const code = `const __iconNode = ${parts};\n`
    expect(JSON.parse(withOnePath(code).slice('const __iconNode = '.length, -2))).toEqual(JSON.parse(parts))
  }
})
