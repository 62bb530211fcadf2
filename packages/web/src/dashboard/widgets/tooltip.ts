/** How the values under the pointer appear in every chart. */
export const TOOLTIP = {
  isAnimationActive: false,
  separator: ': ',
  contentStyle: {
    padding: '6px 10px',
    border: '1px solid var(--coop-line)',
    borderRadius: 6,
    background: 'var(--coop-surface)',
    color: 'var(--coop-text)',
  },
} as const
