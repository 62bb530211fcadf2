import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fill, isTextList, LANGUAGE_COOKIE, type Language, languageOf, type Text } from '@cooperage/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readOptional } from './data-folder.ts'

declare module 'fastify' {
  interface FastifyInstance {
    pageLanguages: PageLanguages
  }
}

/** The language of a page that the server writes itself. */
export interface PageLanguage extends Language {
  /** The message of a key, with the names of its values; undefined where there is only the English one. */
  message: (key: string) => string | undefined
  say: (text: Text) => string
}

/** The language that the visitor chose in this browser; without a choice the first of the browser's that the console has. */
export function languageFor({ cookies, headers }: Pick<FastifyRequest, 'cookies' | 'headers'>): Language {
  // A request that is refused before its cookies are read has none, whatever the types say.
  const chosen = (cookies as typeof cookies | null)?.[LANGUAGE_COOKIE] ?? ''
  return languageOf([chosen, ...acceptedLanguages(headers['accept-language'] ?? '')])
}

/** A year. */
const KEPT_SECONDS = 31_536_000

/** Has the browser keep the choice, which the page of the application reads too. */
export function keepLanguage(reply: FastifyReply, tag: string): FastifyReply {
  return reply.setCookie(LANGUAGE_COOKIE, languageOf([tag]).tag, {
    sameSite: 'lax',
    secure: reply.request.protocol === 'https',
    path: '/',
    maxAge: KEPT_SECONDS,
  })
}

/** The tags of a header `Accept-Language`, the most wanted first. */
export function acceptedLanguages(header: string): string[] {
  const wanted = header.split(',', 20).map((one) => {
    const [tag = '', quality = ''] = one.split(';')
    return { tag: tag.trim(), weight: Number(/q=([\d.]+)/.exec(quality)?.[1] ?? 1) }
  })
  return wanted
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}

/** Where the build has the files of the languages, below the folder of the page; undefined before it is built. */
export function messagesFolder(page: string): string | undefined {
  return /data-messages="\.\/([^"]+)"/.exec(page)?.[1]
}

const catalogue = z.record(z.string(), z.record(z.string(), z.unknown()))
type Catalogue = z.infer<typeof catalogue>

/** The languages of the pages that the server writes, from the files that the page of the application loads too. */
export class PageLanguages {
  readonly #webRoot: string
  readonly #catalogues = new Map<string, Promise<Catalogue>>()

  constructor(webRoot: string) {
    this.#webRoot = webRoot
  }

  async of(request: FastifyRequest): Promise<PageLanguage> {
    const language = languageFor(request)
    const messages = language.tag === 'en' ? {} : await this.#catalogueOf(language)
    const message = (key: string) => {
      const [area = '', ...name] = key.split(':')
      const found = messages[area]?.[name.join(':')]
      return typeof found === 'string' ? found : undefined
    }
    const say = ({ key, values, text }: Text): string => {
      const one = (value: string | number | Text) => (typeof value === 'object' ? say(value) : String(value))
      const said = Object.entries(values).map(([name, value]) => [
        name,
        isTextList(value) ? value.map(one).join(', ') : one(value),
      ])
      return fill(message(key) ?? text, Object.fromEntries(said))
    }
    return { ...language, message, say }
  }

  async #catalogueOf({ tag }: Language): Promise<Catalogue> {
    const folder = messagesFolder((await readOptional(join(this.#webRoot, 'index.html'))) ?? '')
    if (folder === undefined) return {}
    const [first, rest] = await Promise.all(
      ['first', 'rest'].map((part) => this.#catalogue(`${folder}/${tag}.${part}.json`)),
    )
    return { ...first, ...rest }
  }

  /** Read once: the name of the folder changes with the content. */
  #catalogue(file: string): Promise<Catalogue> {
    const reading =
      this.#catalogues.get(file) ??
      readFile(join(this.#webRoot, file), 'utf8').then((text) => catalogue.parse(JSON.parse(text)))
    this.#catalogues.set(file, reading)
    return reading
  }
}
