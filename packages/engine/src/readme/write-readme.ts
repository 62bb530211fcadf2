import { writeFileSync } from 'node:fs'
import { renderReadme } from './render-readme.ts'

writeFileSync(new URL('../../README.md', import.meta.url), renderReadme())
