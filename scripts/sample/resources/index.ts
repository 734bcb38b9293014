import { agentReadiness } from './agent-readiness.ts';
import { crmMigration } from './crm-migration.ts';
import { kickoffAgenda } from './kickoff-agenda.ts';
import { revenueLeakAudit } from './revenue-leak-audit.ts';

export const resources = [revenueLeakAudit, crmMigration, agentReadiness, kickoffAgenda];
