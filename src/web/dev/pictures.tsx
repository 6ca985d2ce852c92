import type { Picture as PictureData } from '#domain/images/picture.ts'
import { Columns, Example, ExampleSection } from '#web/dev/example.tsx'
import { Picture } from '#web/ui/pictures/picture.tsx'

/** This address answers with JSON, so loading the picture fails. */
const broken = (name: string): PictureData => ({
  base: `/api/site?as=${name}`,
  width: 1600,
  height: 900,
  placeholder: null,
  alt: 'A stage at night',
  asIs: 'png',
})

export function Pictures() {
  return (
    <ExampleSection
      id="pictures"
      title="Pictures"
      note="One that failed says so in the room that it has, and can be asked for again."
    >
      <Columns>
        <Example name="Picture that failed" bare>
          <Picture picture={broken('wide')} sizes="50vw" />
        </Example>
        <Example name="Small picture that failed" bare>
          <Picture picture={broken('small')} sizes="10rem" className="size-40" />
        </Example>
        <Example name="Tiny picture that failed" bare>
          <Picture picture={broken('tiny')} sizes="4rem" className="size-16" />
        </Example>
      </Columns>
    </ExampleSection>
  )
}
