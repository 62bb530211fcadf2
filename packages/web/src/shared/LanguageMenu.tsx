import { LANGUAGES, languageOf } from '@cooperage/contract'
import { useState } from 'react'
import { chooseLanguage } from '../messages/i18n.ts'
import { language } from '../messages/language.ts'
import { useTexts } from '../messages/use-texts.ts'
import layout from './layout.module.css'

/** Switches the language of the page. */
export function LanguageMenu() {
  const t = useTexts()
  const [failed, setFailed] = useState(false)
  const choose = (tag: string) => {
    chooseLanguage(languageOf([tag])).then(
      () => setFailed(false),
      // The page stays in its language.
      () => setFailed(true),
    )
  }
  return (
    <>
      <select
        className={layout.languages}
        aria-label={t('language')}
        value={language().tag}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
      {failed && (
        <p role="alert" className={layout.note}>
          {t('partNotLoaded')}
        </p>
      )}
    </>
  )
}
