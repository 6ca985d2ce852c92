import { useRouter } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { HostedSiteAnswer } from '#api/admin/hosted-site-details.ts'
import { emailProblem } from '#domain/accounts/email.ts'
import { hostProblemTexts } from '#domain/texts/own-hosted-sites-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import {
  hostedSiteQuery,
  type ListedHost,
  useAddHost,
  useHostActions,
  useHostedSiteStateAction,
  useInviteOwner,
} from '#web/admin/hosted-sites/hosted-sites-query.ts'
import { HostedSiteStateBadge } from '#web/admin/hosted-sites/hosted-sites-screen.tsx'
import { Badge } from '#web/admin/ui/badge.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { BackToListLink, QueryBoundary } from '#web/admin/ui/query-boundary.tsx'
import { Screen, ScreenSection } from '#web/admin/ui/screen.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'
import { TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'

const toList = <BackToListLink to="/admin/sites">All websites</BackToListLink>

export function HostedSiteScreen({ websiteId }: { websiteId: string }) {
  const { api } = useRouter().options.context
  return (
    <QueryBoundary query={hostedSiteQuery(api, websiteId)} failed="This website could not be loaded." list={toList}>
      {(site) => <Website site={site} />}
    </QueryBoundary>
  )
}

function Website({ site }: { site: HostedSiteAnswer }) {
  const isServed = site.hosts.some(({ isMain, confirmation }) => isMain && confirmation !== null)
  return (
    <Screen
      title={site.name}
      intro={
        site.createdAt && (
          <>
            Created <LocalTimestamp at={site.createdAt} />, from the starter {site.starter}.
          </>
        )
      }
      action={
        <div className="flex flex-wrap gap-3">
          {toList}
          {isServed && (
            <ButtonLink href={site.origin} target="_blank" rel="noopener" variant="quiet">
              <ExternalLink aria-hidden className="size-5" /> Open the website
            </ButtonLink>
          )}
        </div>
      }
    >
      <Hosts site={site} />
      <Owner site={site} />
      {!site.isInFolder && <State site={site} />}
    </Screen>
  )
}

function Hosts({ site }: { site: HostedSiteAnswer }) {
  const addHost = useAddHost(site)
  const form = useForm({
    initial: { host: '' },
    check: ({ host }) => (host.trim() ? {} : { host: hostProblemTexts.empty }),
    otherwise: errorPanelTexts.unexpected,
    send: async ({ host }) => {
      if (await addHost(host)) form.reset()
    },
  })
  return (
    <ScreenSection title="Hosts" intro="A host serves once its DNS leads here, or once you confirm it.">
      <ul className="grid grid-cols-1 border-line border-t">
        {site.hosts.map((host) => (
          <Host key={host.host} site={site} host={host} />
        ))}
      </ul>
      <OneFieldForm form={form} submit="Add host">
        <TextField {...form.field('host')} label="Another host" autoCapitalize="none" spellCheck={false} />
      </OneFieldForm>
    </ScreenSection>
  )
}

const confirmations = {
  dns: 'DNS leads here',
  person: 'Confirmed by a person',
  folder: 'In the folder of the website',
} as const

type HostProps = { site: HostedSiteAnswer; host: ListedHost }

function Host({ site, host }: HostProps) {
  const actions = useHostActions(site)
  const [found, setFound] = useState<string | null>(null)
  const { shown, isMain, confirmation } = host
  return (
    <li className="grid grid-cols-1 gap-3 border-line border-b py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="break-all font-semibold">{shown}</span>
        {isMain && <Badge tone="plain">Main host</Badge>}
        <Badge tone={confirmation ? 'good' : 'notice'}>
          {confirmation ? confirmations[confirmation] : 'Not confirmed'}
        </Badge>
      </div>
      <p aria-live="polite" className="wrap-anywhere text-soft empty:hidden">
        {found}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="quiet"
          loading={actions.check.isPending}
          aria-label={`Check DNS of ${shown}`}
          onClick={() => actions.check.mutate(host, { onSuccess: ({ sentence }) => setFound(sentence) })}
        >
          Check DNS
        </Button>
        {!confirmation && (
          <Button variant="quiet" aria-label={`Confirm ${shown}`} onClick={() => actions.confirm.mutate(host)}>
            Confirm
          </Button>
        )}
        {confirmation && !isMain && !host.isInFolder && (
          <Button
            variant="quiet"
            aria-label={`Make ${shown} the main host`}
            onClick={() => actions.makeMain.mutate(host)}
          >
            Make main host
          </Button>
        )}
        {!host.isInFolder && (site.isInFolder || !isMain) && (
          <Button variant="danger" aria-label={`Remove ${shown}`} onClick={() => actions.removeHost.mutate(host)}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}

function Owner({ site }: { site: HostedSiteAnswer }) {
  const invite = useInviteOwner(site)
  const form = useForm({
    initial: { ownerEmail: '' },
    check: ({ ownerEmail }) => {
      const problem = emailProblem(ownerEmail)
      return problem ? { ownerEmail: problem } : {}
    },
    otherwise: errorPanelTexts.unexpected,
    send: async ({ ownerEmail }) => {
      if (await invite(ownerEmail)) form.reset()
    },
  })
  if (site.administrators > 0)
    return (
      <ScreenSection
        title="Owner"
        intro={`${site.administrators === 1 ? 'One person has' : `${site.administrators} people have`} access. They invite others, under Settings, People.`}
      >
        {null}
      </ScreenSection>
    )
  return (
    <ScreenSection
      title="Owner"
      intro={
        site.invitedUntil ? (
          <>
            The invitation is open until <LocalTimestamp at={site.invitedUntil} />.
          </>
        ) : (
          'Nobody has access to this website.'
        )
      }
    >
      <OneFieldForm form={form} submit="Invite">
        <TextField
          {...form.field('ownerEmail')}
          label="Email of the owner"
          type="email"
          autoComplete="off"
          spellCheck={false}
        />
      </OneFieldForm>
    </ScreenSection>
  )
}

type OneFieldFormProps = {
  form: Pick<ReturnType<typeof useForm>, 'form' | 'busy' | 'sentence'>
  submit: string
  children: ReactNode
}

const OneFieldForm = ({ form: { form, busy, sentence }, submit, children }: OneFieldFormProps) => (
  <form {...form} className="grid max-w-xl gap-4">
    {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
    <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
      {children}
      <Button type="submit" variant="quiet" loading={busy} className="sm:mt-7.5 sm:self-start">
        {submit}
      </Button>
    </div>
  </form>
)

function State({ site }: { site: HostedSiteAnswer }) {
  const setState = useHostedSiteStateAction(site)
  const { state, deleteAfter, isHere } = site
  return (
    <ScreenSection
      title="State"
      intro={
        isHere
          ? 'You are signed in on this website. Sign in on another one to close it.'
          : deleteAfter && (
              <>
                Everything that belongs to it is deleted <LocalTimestamp at={deleteAfter} />.
              </>
            )
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <HostedSiteStateBadge state={state} />
        {!isHere && state === 'open' && (
          <Button variant="quiet" onClick={() => setState.mutate('suspend')}>
            Suspend
          </Button>
        )}
        {!isHere && state === 'suspended' && (
          <Button variant="quiet" onClick={() => setState.mutate('resume')}>
            Open
          </Button>
        )}
        {!isHere && state === 'deleted' && (
          <Button variant="quiet" onClick={() => setState.mutate('restore')}>
            Restore
          </Button>
        )}
        {!isHere && state !== 'deleted' && (
          <Button variant="danger" loading={setState.isPending} onClick={() => setState.mutate('delete')}>
            Delete
          </Button>
        )}
      </div>
    </ScreenSection>
  )
}
