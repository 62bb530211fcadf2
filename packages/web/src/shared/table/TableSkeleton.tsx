import classes from './DataTable.module.css'

const WIDTHS = ['60%', '45%', '70%', '52%', '38%', '64%', '48%', '57%']

/** Stands where rows will be. */
export function TableSkeleton() {
  return (
    <div aria-hidden="true">
      {WIDTHS.map((width) => (
        <div key={width} className={classes.skeletonRow}>
          <span style={{ width }} />
        </div>
      ))}
    </div>
  )
}
