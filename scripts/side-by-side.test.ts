import process from 'node:process'
import { expect, test } from 'vitest'
import { outputsInTurn, runProgram, sideBySide } from './side-by-side.ts'

test('tasks run two at a time, in their order', async () => {
  const events: string[] = []
  const ends = new Map<string, () => void>()
  const task = (name: string) => async () => {
    events.push(`${name} begins`)
    await new Promise<void>((resolve) => ends.set(name, resolve))
    events.push(`${name} ends`)
  }
  const all = sideBySide(['a', 'b', 'c', 'd'].map(task), 2)
  expect(events).toEqual(['a begins', 'b begins'])
  for (const name of ['b', 'c', 'a', 'd']) {
    await expect.poll(() => ends.has(name)).toBe(true)
    ends.get(name)?.()
  }
  await all
  expect(events).toEqual(['a begins', 'b begins', 'b ends', 'c begins', 'c ends', 'd begins', 'a ends', 'd ends'])
})

test('shows the first output as it is written, and the others when it is their turn', () => {
  const shown: string[] = []
  const outputs = outputsInTurn((text) => shown.push(text))
  const [one, two, three] = [outputs.open(), outputs.open(), outputs.open()]
  two.write('2a')
  three.write('3a')
  one.write('1a')
  expect(shown).toEqual(['1a'])
  three.end()
  one.write('1b')
  one.end()
  expect(shown).toEqual(['1a', '1b', '2a'])
  two.write('2b')
  two.end()
  expect(shown).toEqual(['1a', '1b', '2a', '2b', '3a'])
})

test('shows what an interrupted run wrote, even if none of it has ended', () => {
  const shown: string[] = []
  const outputs = outputsInTurn((text) => shown.push(text))
  const [one, two] = [outputs.open(), outputs.open()]
  two.write('2')
  one.write('1')
  outputs.showAll()
  expect(shown).toEqual(['1', '2'])
})

test('a program writes both its outputs, and its status says whether it succeeded', async () => {
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  const options = { cwd: process.cwd(), env: process.env, write }
  const run = (code: string) => runProgram(process.execPath, ['-e', code], options)
  expect(await run("console.log('out é'); console.error('err')")).toBe(true)
  expect(text).toContain('out é\n')
  expect(text).toContain('err\n')
  expect(await run('process.exitCode = 3')).toBe(false)
  expect(await runProgram('no-such-program', [], options)).toBe(false)
  expect(text).toContain('ENOENT')
})

test('an interrupt ends the programs with what they started, and shows their last words', async () => {
  const module = JSON.stringify(new URL('./side-by-side.ts', import.meta.url).href)
  const inner = `
    process.on('SIGTERM', () => { console.log('ends'); process.exit() })
    setInterval(() => undefined, 1000)
    console.log('runs')`
  const outer = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(inner)}], { stdio: 'inherit' })`
  const script = `
    import { endOnInterrupt, runProgram } from ${module}
    let text = ''
    endOnInterrupt(() => process.stdout.write(text))
    const write = (piece) => {
      text += piece
      if (piece === 'runs\\n') process.kill(process.pid, 'SIGTERM')
    }
    await runProgram(process.execPath, ['-e', ${JSON.stringify(outer)}], { write })
    console.log('goes on')`
  let text = ''
  const write = (piece: string) => {
    text += piece
  }
  const options = { cwd: process.cwd(), env: process.env, write }
  expect(await runProgram(process.execPath, ['--input-type=module', '-e', script], options)).toBe(false)
  expect(text).toBe('runs\nends\n')
})
