import { formatBytes } from '@cooperage/contract'
import { useState } from 'react'
import { useTexts } from '../../../messages/use-texts.ts'
import { isDrawable } from './drawing.ts'
import { HEADER_BYTES, isDecodable, MAX_PIXELS, readImageHeader } from './image-header.ts'
import { useContent } from './use-content.ts'
import { READ_LIMIT, type ViewerProps } from './viewer.ts'
import classes from './viewers.module.css'

/** The largest file whose image is shown. */
const MAX_IMAGE_BYTES = 32 * 1024 * 1024
const MAX_DRAWING_BYTES = 4 * 1024 * 1024

interface Picture {
  url: string
  /** Undefined for a drawing, which has any. */
  size?: { width: number; height: number }
}

/**
 * A picture, turned as its EXIF data says. It is decoded only when its header promises a size that fits into memory. An SVG is an
 * image of the page here: its scripts, links and external files are dead.
 */
export function ImageViewer({ object, readRange }: ViewerProps) {
  const t = useTexts('preview')
  const picture = useContent(async (signal): Promise<Picture> => {
    const start = await readRange(0, HEADER_BYTES)
    const header = readImageHeader(start)
    const isDrawing = header === undefined && isSvg(start)
    if (!isDrawing && header === undefined) throw new Error(t('image.notOne'))
    const limit = isDrawing ? MAX_DRAWING_BYTES : MAX_IMAGE_BYTES
    if (object.size > limit) {
      throw new Error(t('image.tooManyBytes', { size: formatBytes(object.size), limit: formatBytes(limit) }))
    }
    if (header !== undefined && !isDecodable(header)) {
      throw new Error(t('image.tooManyPixels', { ...header, limit: MAX_PIXELS / 1e6 }))
    }
    const parts = [start]
    for (let at = start.length; at < object.size; at += READ_LIMIT) {
      signal.throwIfAborted()
      parts.push(await readRange(at, at + READ_LIMIT))
    }
    const content = new Blob(parts, { type: header?.type ?? '' })
    const url = URL.createObjectURL(isDrawing ? await drawingOf(content, t('image.tooComplex')) : content)
    signal.addEventListener('abort', () => URL.revokeObjectURL(url))
    return { url, ...(header && { size: header }) }
  })
  const [isActualSize, setActualSize] = useState(false)
  const [shown, setShown] = useState<{ width: number; height: number }>()
  const [isBroken, setBroken] = useState(false)
  if (isBroken) throw new Error(t('image.broken'))
  if (picture === undefined) return null
  return (
    <div className={classes.viewer}>
      <div className={`${classes.scroller} ${classes.pictureArea}`} data-actual-size={isActualSize || undefined}>
        <img
          className={classes.picture}
          src={picture.url}
          alt={t('image.alt')}
          data-drawing={picture.size === undefined || undefined}
          onLoad={({ currentTarget }) =>
            setShown({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={() => setBroken(true)}
        />
      </div>
      <div className={`${classes.footer} ${classes.pictureFooter}`}>
        <span>{shown && picture.size && t('image.size', shown)}</span>
        <button
          type="button"
          className={classes.button}
          aria-pressed={isActualSize}
          onClick={() => setActualSize(!isActualSize)}
        >
          {t('image.actualSize')}
        </button>
      </div>
    </div>
  )
}

/** The same drawing in UTF-8: the characters that were checked are those that are drawn. @throws if it isn't drawn */
async function drawingOf(content: Blob, refusal: string): Promise<Blob> {
  const bytes = await content.arrayBuffer()
  const text = decoderFor(bytes).decode(bytes)
  const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml')
  if (!isDrawable(root)) throw new Error(refusal)
  return new Blob([text], { type: 'image/svg+xml;charset=utf-8' })
}

/** A decoder for the encoding that an XML document declares. */
function decoderFor(bytes: ArrayBuffer): TextDecoder {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 200))
  const label = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder()
  }
}

/** Whether a text is an SVG document: its first element says so. */
function isSvg(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 4096))
  return /^\uFEFF?\s*(?:<\?xml[^>]*>\s*|<!--[\s\S]*?-->\s*|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>\s*)*<(?:[\w-]+:)?svg[\s/>]/i.test(
    text,
  )
}
