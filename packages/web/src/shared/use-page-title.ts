import { useEffect } from 'react'
import { useTexts } from '../messages/use-texts.ts'
import { createStore } from './store.ts'
import { plainName } from './text/visible-name.ts'

const store = createStore({ isOperator: false })

/** Operator mode has its own title (spec operator-mode 1). */
export function setOperatorTitle(isOperator: boolean): void {
  store.set({ isOperator })
}

/** Names the page in the browser's tab and history. */
export function usePageTitle(title: string): void {
  const t = useTexts()
  const product = t(store.use().isOperator ? 'operatorProduct' : 'product')
  useEffect(() => {
    document.title = title === '' ? product : `${plainName(title)} · ${product}`
  }, [title, product])
}
