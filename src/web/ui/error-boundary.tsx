import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  fallback: (error: unknown) => ReactNode
  /** The address of the page: going elsewhere leaves the error behind, as a reload does, and nothing else. */
  place?: string
  children: ReactNode
}
type BoundaryState = { place: string | undefined; broken: { error: unknown } | null }

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps({ place }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return place === state.place ? null : { place, broken: null }
  }

  override render() {
    const { broken } = this.state
    return broken ? this.props.fallback(broken.error) : this.props.children
  }
}
