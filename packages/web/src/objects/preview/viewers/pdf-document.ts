import * as pdfjs from 'pdfjs-dist'
import * as pdfjsWorker from 'pdfjs-dist/build/pdf.worker.mjs'
import type { ViewerProps } from './viewer.ts'

// pdf.js then parses on the frame's own thread: a document without an origin can't start workers.
Object.assign(globalThis, { pdfjsWorker })

/** The most pixels of a page's canvas, and of an image in it: 4 bytes each. */
const MAX_CANVAS_PIXELS = 8_000_000
const MAX_IMAGE_PIXELS = 16_000_000
const CHUNK_BYTES = 256 * 1024

type PdfDocument = pdfjs.PDFDocumentProxy

/** Reads the document in ranges: only what the shown pages need. */
class RangeTransport extends pdfjs.PDFDataRangeTransport {
  private readonly readRange: ViewerProps['readRange']
  private readonly onFailed: (error: unknown) => void

  constructor(size: number, readRange: ViewerProps['readRange'], onFailed: (error: unknown) => void) {
    super(size, null)
    this.readRange = readRange
    this.onFailed = onFailed
  }

  override requestDataRange(begin: number, end: number): void {
    this.readRange(begin, end).then((chunk) => this.onDataRange(begin, chunk), this.onFailed)
  }
}

/**
 * Opens a PDF whose pages are only drawn: scripts, forms, links and attachments are never read, and nothing is compiled.
 * @throws what pdf.js or reading throws; `isLocked` recognizes a document that needs a password
 */
export async function openPdf(
  size: number,
  readRange: ViewerProps['readRange'],
  signal: AbortSignal,
): Promise<PdfDocument> {
  const failed = Promise.withResolvers<never>()
  const task = pdfjs.getDocument({
    range: new RangeTransport(size, readRange, failed.reject),
    rangeChunkSize: CHUNK_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    disableWorkerRendering: true,
    maxImageSize: MAX_IMAGE_PIXELS,
    canvasMaxAreaInBytes: 4 * MAX_CANVAS_PIXELS,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  })
  signal.addEventListener('abort', () => void task.destroy())
  return await Promise.race([task.promise, failed.promise])
}

export function isLocked(error: unknown): boolean {
  return error instanceof pdfjs.PasswordException
}

/** Draws a page as wide as `width` CSS pixels, with fewer pixels than wanted if it would be too large. */
export async function drawPage(
  document: PdfDocument,
  page: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<void> {
  const loaded = await document.getPage(page)
  signal.throwIfAborted()
  const natural = loaded.getViewport({ scale: 1 })
  const wanted = (width * devicePixelRatio) / natural.width
  const fitting = Math.sqrt(MAX_CANVAS_PIXELS / (natural.width * natural.height))
  const viewport = loaded.getViewport({ scale: Math.min(wanted, fitting) })
  canvas.width = Math.max(1, Math.floor(viewport.width))
  canvas.height = Math.max(1, Math.floor(viewport.height))
  const task = loaded.render({ canvas, viewport, annotationMode: pdfjs.AnnotationMode.DISABLE })
  signal.addEventListener('abort', () => task.cancel())
  try {
    await task.promise
  } finally {
    loaded.cleanup()
  }
}
