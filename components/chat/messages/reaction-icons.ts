import { Check, CircleQuestionMark, Eye, Heart, type LucideIcon, ThumbsUp } from 'lucide-react';
import type { Reaction } from '#lib/core/vocabulary/reaction.ts';

export const reactionIcons: Readonly<Record<Reaction, LucideIcon>> = {
  done: Check,
  looking: Eye,
  agree: ThumbsUp,
  thanks: Heart,
  question: CircleQuestionMark,
};
