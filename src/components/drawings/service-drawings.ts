/** Drawings of the line for each service, on 320 by 112. */
import { drawLine } from './covers.ts';

const drawings: Readonly<Record<string, string>> = {
  // five tangled lines that leave as one
  'business-operations':
    'M4 8C70 8 84 96 140 84S172 62 196 60M4 30C60 30 60 80 108 96S150 62 196 60M4 54C70 54 90 6 128 18S160 60 196 60M4 78C50 78 84 22 120 34S150 60 196 60M4 102C60 102 100 58 130 54S170 60 196 60 250 56 272 32 300 14 316 10',
  // an agent at work on the line
  ai: 'M4 98h66c16 0 22-8 22-20V46c0-12 8-20 20-20h60c12 0 20 8 20 20v26c0 12-8 20-20 20h-40M124 52v10M160 52v10M142 26V12M192 62c54 0 60-38 124-52',
  'business-operations/process-optimization':
    'M4 56C4 16 60 12 60 56S24 98 24 60 76 10 88 52 60 104 56 72 100 24 116 56s-6 40 30 40h60c40 0 40-72 110-80',
  'business-operations/infrastructure-compliance':
    'M4 100h48V44h24v20h24V44h24v20h24V44h24v20h24V44h24v56h100M136 100V84a14 14 0 0 1 28 0v16',
  'business-operations/revops-implementation':
    'M4 14c80 0 70 44 140 44M4 58h140M4 102c80 0 70-44 140-44 90 0 96-8 172-44',
  'marketing/seo-content-strategy':
    'M4 94c60 0 84-12 112-28s40-22 66-22c50 0 70-14 134-36M150 12a42 42 0 1 1-.1 0M182 84l34 24',
  'marketing/lead-generation-strategy':
    'M8 22h.1M34 92h.1M52 48h.1M84 14h.1M92 78h.1M124 44h.1M134 98h.1M160 72C214 72 224 32 316 22',
  'marketing/funnel-optimization':
    'M4 56C18-8 36-8 50 56s28 60 42 0 24-46 38 0 20 32 34 0 18-16 36-8c30 14 60-6 112-30',
  'marketing/brand-positioning-messaging':
    'M4 100h96V14c40-16 60 18 104 0v44c-44 18-64-16-104 0M100 100c80 0 140-10 216-60',
  'sales/hubspot-implementation':
    'M4 56h132M184 56h132M160 32a24 24 0 1 1-.1 0M142 40L112 14M178 40l30-26M142 72l-30 26M178 72l30 26',
  'sales/process-optimization':
    'M4 102h64c14 0 2-28 16-28h48c14 0 2-28 16-28h48c14 0 2-28 16-28h104',
  'sales/automation': 'M4 98h96c110 0 110-88 52-88s-58 88 52 88c60 0 70-60 112-84',
  'ai/strategy-roadmap':
    'M4 98c46 0 52-34 96-34s54 26 100 12 62-56 116-64M100 24a10 10 0 1 1-.1 0M200 30a10 10 0 1 1-.1 0M36 40a10 10 0 1 1-.1 0',
  'ai/agent-development':
    'M4 100h92V42c0-14 8-22 22-22h84c14 0 22 8 22 22v58h92M136 50v12M184 50v12M140 82c12 6 28 6 40 0',
  'ai/workflow-integration':
    'M4 56h60a30 30 0 0 1 30-30h40a30 30 0 0 1 0 60H94a30 30 0 0 1-30-30M316 56h-60a30 30 0 0 0-30-30h-40a30 30 0 0 0 0 60h40a30 30 0 0 0 30-30',
};

/** The data of an SVG path for a category, or category/slug; without a drawing of its own, of a generated line. */
export const drawService = (address: string): string => drawings[address] ?? drawLine(address);

/** Whether a service, as category/slug, has its own drawing. */
export const hasDrawing = (address: string): boolean => address in drawings;
