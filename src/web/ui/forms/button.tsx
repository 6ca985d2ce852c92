import type { ComponentProps, MouseEvent } from 'react'

export type ButtonStyle = {
  /** `primary` for the main action of a screen, `danger` for what cannot be undone: in ink, because red marks the main action. */
  variant?: 'primary' | 'quiet' | 'danger'
  /** `lg` uses the display font; `icon` is a square for an icon and needs an `aria-label`. */
  size?: 'md' | 'lg' | 'icon'
}

const variants = {
  primary:
    'border-transparent bg-(image:--gradient-components) bg-action bg-origin-border text-on-action not-disabled:hover:bg-action-strong not-disabled:hover:bg-none',
  quiet: 'border-field bg-transparent not-disabled:hover:border-current not-disabled:hover:bg-current/8',
  danger:
    'border-field bg-transparent not-disabled:hover:border-error not-disabled:hover:bg-error not-disabled:hover:text-on-status',
}

const sizes = {
  md: 'min-h-11 gap-2 px-5 py-2 font-semibold leading-tight',
  lg: 'poster-type min-h-14 gap-3 px-8 py-3 text-2xl leading-none',
  icon: 'size-11',
}

/** For a router link that looks like a button. */
export const buttonClass = ({ variant = 'primary', size = 'md' }: ButtonStyle = {}) =>
  `button relative inline-flex cursor-pointer select-none items-center justify-center border-2 text-center no-underline transition-colors corners ${variants[variant]} ${sizes[size]} disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-progress`

type ButtonProps = ComponentProps<'button'> & ButtonStyle & { loading?: boolean }

/** While loading it keeps its size and the focus, and ignores clicks. */
export function Button({ variant, size, loading = false, className = '', children, onClick, ...rest }: ButtonProps) {
  const isBusy = loading || rest['aria-busy'] === true
  const press = (event: MouseEvent<HTMLButtonElement>) => (loading ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-busy={isBusy || undefined}
      aria-disabled={loading || rest['aria-disabled'] || undefined}
      className={`${buttonClass({ variant, size })} ${className}`}
    >
      {children}
      {isBusy && <span aria-hidden className="busy-line" />}
    </button>
  )
}

export function ButtonLink({ variant, size, className = '', ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return <a {...rest} className={`${buttonClass({ variant, size })} ${className}`} />
}
