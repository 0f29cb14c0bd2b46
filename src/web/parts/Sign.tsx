// An icon of lines, given as paths in a square of 24. The words beside it serve readers who cannot see it.
interface SignProps {
  readonly paths: readonly string[];
  /** In CSS pixels. */
  readonly size: number;
  readonly strokeWidth?: number;
}

export function Sign({ paths, size, strokeWidth = 2 }: SignProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}
