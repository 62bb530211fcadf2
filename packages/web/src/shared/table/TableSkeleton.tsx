import classes from './DataTable.module.css'

const WIDTHS = ['60%', '45%', '70%', '52%', '38%', '64%', '48%', '57%']

/** Placeholder for rows that are loading. */
export function TableSkeleton({ text }: { text: string | undefined }) {
  return (
    <div>
      {text && (
        <p role="status" className={classes.loadingText}>
          {text}
        </p>
      )}
      {WIDTHS.map((width) => (
        <div key={width} className={classes.skeletonRow}>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  )
}
