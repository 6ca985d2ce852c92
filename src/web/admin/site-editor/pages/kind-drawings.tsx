import type { ReactNode } from 'react'
import type { SectionKind } from '#sections/kinds.ts'

type BoxProps = { x: number; y: number; w: number; h: number; soft?: boolean }

const Box = ({ x, y, w, h, soft = false }: BoxProps) => (
  <rect x={x} y={y} width={w} height={h} className={soft ? 'fill-line' : 'fill-soft'} />
)

/** Several boxes in a row. */
const row = (count: number, box: (at: number) => BoxProps) =>
  Array.from({ length: count }, (_, at) => {
    const place = box(at)
    return <Box key={`${place.x} ${place.y}`} {...place} />
  })

const heading = <Box x={12} y={11} w={48} h={7} />

/** For a kind without a drawing of its own. */
const plain = (
  <>
    {heading}
    {row(4, (at) => ({ x: 12, y: 28 + at * 12, w: 136, h: 5 }))}
  </>
)

/** What each kind looks like, in a box of 160 by 90. */
const drawings: Partial<Record<SectionKind, ReactNode>> = {
  hero: (
    <>
      <Box x={0} y={0} w={160} h={90} soft />
      <Box x={12} y={50} w={92} h={14} />
      <Box x={12} y={72} w={40} h={5} />
    </>
  ),
  text: (
    <>
      {heading}
      {row(4, (at) => ({ x: 12, y: 28 + at * 12, w: at === 3 ? 50 : 78, h: 5 }))}
      <Box x={106} y={11} w={42} h={68} soft />
    </>
  ),
  picture: (
    <>
      <Box x={8} y={8} w={144} h={64} soft />
      <Box x={8} y={77} w={60} h={4} />
    </>
  ),
  pictures: (
    <>
      {heading}
      {row(3, (at) => ({ x: 12 + at * 47, y: 26, w: 42, h: 25, soft: true }))}
      {row(3, (at) => ({ x: 12 + at * 47, y: 56, w: 42, h: 25, soft: true }))}
    </>
  ),
  shows: (
    <>
      {heading}
      {row(3, (at) => ({ x: 12, y: 30 + at * 19, w: 14, h: 11 }))}
      {row(3, (at) => ({ x: 32, y: 33 + at * 19, w: 64, h: 5 }))}
      {row(3, (at) => ({ x: 122, y: 31 + at * 19, w: 26, h: 9, soft: true }))}
    </>
  ),
  release: (
    <>
      <Box x={12} y={14} w={60} h={60} soft />
      <Box x={84} y={16} w={54} h={8} />
      {row(4, (at) => ({ x: 84, y: 34 + at * 10, w: 60, h: 4 }))}
    </>
  ),
  products: (
    <>
      {heading}
      {row(4, (at) => ({ x: 12 + at * 35, y: 26, w: 30, h: 38, soft: true }))}
      {row(4, (at) => ({ x: 12 + at * 35, y: 69, w: 22, h: 4 }))}
    </>
  ),
  media: (
    <>
      {heading}
      {row(3, (at) => ({ x: 12 + at * 47, y: 28, w: 42, h: 34, soft: true }))}
      {[0, 1, 2].map((at) => (
        <path key={at} d={`M${29 + at * 47} 38 l12 7 l-12 7 z`} className="fill-soft" />
      ))}
    </>
  ),
  press: (
    <>
      {heading}
      {row(3, (at) => ({ x: 12, y: 28 + at * 19, w: 116 - at * 18, h: 6 }))}
      {row(3, (at) => ({ x: 12, y: 37 + at * 19, w: 34, h: 3, soft: true }))}
    </>
  ),
  highlights: (
    <>
      {heading}
      {row(3, (at) => ({ x: 12 + at * 48, y: 30, w: 26, h: 6 }))}
      {row(3, (at) => ({ x: 12 + at * 48, y: 43, w: 40, h: 4, soft: true }))}
      {row(3, (at) => ({ x: 12 + at * 48, y: 51, w: 34, h: 4, soft: true }))}
    </>
  ),
  quote: (
    <>
      <Box x={20} y={24} w={120} h={11} />
      <Box x={20} y={41} w={86} h={11} />
      <Box x={20} y={63} w={36} h={4} soft />
    </>
  ),
  links: row(3, (at) => ({ x: 24, y: 14 + at * 23, w: 112, h: 16, soft: true })),
  'mailing-list': (
    <>
      <Box x={30} y={18} w={100} h={9} />
      <Box x={30} y={42} w={66} h={16} soft />
      <Box x={100} y={42} w={30} h={16} />
    </>
  ),
  contact: (
    <>
      {heading}
      {row(2, (at) => ({ x: 12, y: 27 + at * 15, w: 84, h: 11, soft: true }))}
      <Box x={12} y={57} w={84} h={23} soft />
      {row(3, (at) => ({ x: 110, y: 29 + at * 11, w: 36, h: 4 }))}
    </>
  ),
  spacer: (
    <>
      <Box x={0} y={0} w={160} h={18} soft />
      <Box x={12} y={44} w={136} h={2} />
      <Box x={0} y={72} w={160} h={18} soft />
    </>
  ),
}

export const SectionKindDrawing = ({ kind }: { kind: SectionKind }) => (
  <svg aria-hidden viewBox="0 0 160 90" className="w-full border-line bg-sunken max-sm:h-full sm:border-b">
    {drawings[kind] ?? plain}
  </svg>
)
