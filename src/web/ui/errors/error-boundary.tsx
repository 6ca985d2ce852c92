import { Component, type ReactNode } from 'react'
import { ErrorPanel } from '#web/ui/errors/error-screens.tsx'

export type SectionBoundaryProps = {
  /** The address of the page. Only a change of address or a reload clears the error. */
  pathname?: string
  children: ReactNode
}
type ErrorBoundaryProps = SectionBoundaryProps & { fallback: (error: unknown) => ReactNode }
type BoundaryState = { pathname: string | undefined; broken: { error: unknown } | null }

export class ErrorBoundary extends Component<ErrorBoundaryProps, BoundaryState> {
  override state: BoundaryState = { pathname: this.props.pathname, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ pathname }: ErrorBoundaryProps, state: BoundaryState): BoundaryState | null {
    return pathname === state.pathname ? null : { pathname, broken: null }
  }

  override render() {
    const { broken } = this.state
    return broken ? this.props.fallback(broken.error) : this.props.children
  }
}

/** Around every other part of a page. */
export const SectionErrorBoundary = (props: SectionBoundaryProps) => (
  <ErrorBoundary {...props} fallback={(error) => <ErrorPanel error={error} />} />
)
