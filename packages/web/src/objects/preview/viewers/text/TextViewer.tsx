import '../../../../messages/en/code-editor.ts'
import type { Extension } from '@codemirror/state'
import { useEffect, useRef, useState } from 'react'
import { textGroup, useTexts } from '../../../../messages/use-texts.ts'
import { FirstPart, Footer } from '../DocumentFrame.tsx'
import { useContent } from '../use-content.ts'
import type { ViewerProps } from '../viewer.ts'
import classes from '../viewers.module.css'
import { createReader } from './create-reader.ts'
import { decodeText, TEXT_BYTES } from './decode-text.ts'
import { indentJson, isCompact } from './indent-json.ts'
import { languageOf, loadLanguage } from './languages.ts'

/** A text with highlighting; JSON and YAML fold. */
export function TextViewer({ object, readRange }: ViewerProps) {
  const t = useTexts(['previewDocuments', 'codeEditor'])
  const content = useContent(async () => {
    const bytes = await readRange(0, TEXT_BYTES)
    const decoded = decodeText(bytes, bytes.length >= object.size)
    if (decoded === undefined) throw new Error(t('text.notText'))
    const name = object.key.slice(object.key.lastIndexOf('/') + 1)
    const type = (object.contentType.split(';', 1)[0] ?? '').trim().toLowerCase()
    const language = languageOf(name, type)
    const isIndented = language === 'json' && isCompact(decoded.text)
    return {
      ...decoded,
      text: isIndented ? indentJson(decoded.text) : decoded.text,
      isIndented,
      shown: bytes.length,
      folds: language === 'json' || language === 'yaml',
      // A text without its colors is still a text.
      extension: language === undefined ? [] : await loadLanguage(language).catch((): Extension => []),
    }
  })
  const container = useRef<HTMLDivElement>(null)
  const [reader, setReader] = useState<ReturnType<typeof createReader>>()
  const label = t('text.label')
  useEffect(() => {
    if (content === undefined || !container.current) return
    const created = createReader(container.current, content.text, {
      label,
      language: content.extension,
      phrases: textGroup('codeEditor', 'phrases'),
    })
    if (content.folds) created.foldAtFirst()
    setReader(created)
    return () => created.destroy()
  }, [content, label])
  if (content === undefined) return null
  return (
    <div className={`${classes.viewer} ${classes.document}`}>
      <div ref={container} className={classes.scroller} />
      <Footer
        facts={
          <>
            <FirstPart shown={content.shown} size={object.size} />
            <span>{t('text.encoding', { encoding: content.encoding })}</span>
            {content.isIndented && <span>{t('text.indented')}</span>}
          </>
        }
        actions={
          content.folds && (
            <>
              <button type="button" className={classes.button} onClick={() => reader?.foldAll()}>
                {t('text.fold')}
              </button>
              <button type="button" className={classes.button} onClick={() => reader?.unfoldAll()}>
                {t('text.unfold')}
              </button>
            </>
          )
        }
      />
    </div>
  )
}
