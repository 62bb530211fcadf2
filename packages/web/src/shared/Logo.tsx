interface LogoProps {
  size: number
}

/** The product's logo: a bucket seen from the side with two hoops. Decorative: the name is beside it. */
export function Logo({ size }: LogoProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="var(--coop-accent)"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d="M5.5 9.5h21L23.6 27a2 2 0 0 1-2 1.6H10.4a2 2 0 0 1-2-1.6z"
        fill="var(--coop-accent)"
        fillOpacity="0.13"
      />
      <path d="M6.4 15h19.2M7.5 22h17" />
      <path d="M7.5 9.5a8.5 6.6 0 0 1 17 0" />
    </svg>
  )
}
