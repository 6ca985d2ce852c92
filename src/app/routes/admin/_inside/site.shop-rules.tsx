import { createFileRoute } from '@tanstack/react-router'
import { ShopRulesScreen } from '#web/admin/settings/site-settings/shop-rules-screen.tsx'

export const Route = createFileRoute('/admin/_inside/site/shop-rules')({ component: ShopRulesScreen })
