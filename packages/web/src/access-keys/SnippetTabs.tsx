import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { useSession } from '../session/index.ts'
import { CopyButton } from '../shared/CopyButton.tsx'
import { clientEndpoint } from '../shared/client-setup.ts'
import layout from '../shared/layout.module.css'
import classes from './access-keys.module.css'
import { SNIPPET_IDS, SNIPPETS, type SnippetId } from './snippets.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** How common clients are set up with a new key. */
export function SnippetTabs({ accessKey, secretKey }: { accessKey: string; secretKey: string }) {
  const t = useTexts('accessKeys')
  const id = useId()
  const [current, setCurrent] = useState<SnippetId>('mc')
  const tabs = useRef<HTMLDivElement>(null)
  const { endpoint, from } = clientEndpoint(useSession(), location.hostname)
  const snippet = SNIPPETS[current]({ endpoint, accessKey, secretKey })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (SNIPPET_IDS.indexOf(current) + step + SNIPPET_IDS.length) % SNIPPET_IDS.length
    setCurrent(SNIPPET_IDS[next] ?? current)
    tabs.current?.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div>
      <div ref={tabs} role="tablist" aria-label={t('snippets.label')} className={classes.tabs} onKeyDown={onKeyDown}>
        {SNIPPET_IDS.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}-${one}`}
            aria-selected={one === current}
            aria-controls={`${id}-panel`}
            tabIndex={one === current ? 0 : -1}
            className={classes.tab}
            onClick={() => setCurrent(one)}
          >
            {t(`snippets.names.${one}`)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className={classes.panel}>
        {snippet === undefined ? (
          <p>{t('snippets.impossible')}</p>
        ) : (
          <>
            <p className={layout.note}>{t(`snippets.hints.${current}`)}</p>
            <div className={classes.snippet}>
              <pre className={classes.text}>{snippet}</pre>
              <CopyButton text={snippet} what={t(`snippets.names.${current}`)} />
            </div>
          </>
        )}
        <p className={layout.note}>{t(`snippets.endpoint.${from}`, { endpoint })}</p>
      </div>
    </div>
  )
}
