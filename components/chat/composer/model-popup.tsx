'use client';

import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { formatNumber } from '#components/ui/format-number.ts';
import { describePriceDate, formatTokenPrice } from '#components/ui/format-token-price.ts';
import { MenuPopup, type MenuPopupProps } from '#components/ui/menu-popup.tsx';
import { type Effort, effortLabels, efforts } from '#lib/core/vocabulary/effort.ts';
import type { ChosenModel } from './use-chosen-model.ts';

/** The models of the server: what each costs, how much it can read, and which cannot be chosen. */
export function ModelPopup(props: MenuPopupProps & { chosen: ChosenModel }) {
  const { chosen, ...menu } = props;
  const { models, model: current, choose, effort, chooseEffort } = chosen;
  return (
    <MenuPopup {...menu} side="top" align="end">
      <div className="model-row model-head" aria-hidden="true">
        <span />
        <span>Model</span>
        <span>$ in · out, per million</span>
        <span>Window</span>
      </div>
      <Menu.RadioGroup value={current.id} onValueChange={(id: string) => choose(id)}>
        {models.map((model, index) => (
          <Menu.RadioItem
            key={model.id}
            value={model.id}
            className="menu-item"
            disabled={!model.isAllowed}
            closeOnClick
          >
            <span className="model-row">
              <span className="model-check">
                <Menu.RadioItemIndicator>
                  <Check className="i s" aria-hidden="true" />
                </Menu.RadioItemIndicator>
              </span>
              <span className="clip">
                {model.label} {index === 0 && <span className="badge">default</span>}
              </span>
              <span className="model-price">
                {model.isAllowed ? formatTokenPrice(model.price) : 'not allowed by your team'}
              </span>
              <span className="model-window">
                {model.windowTokens === null ? 'not known' : formatNumber(model.windowTokens)}
              </span>
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {current.hasReasoning && (
        <Menu.RadioGroup
          className="effort"
          aria-label="Reasoning effort"
          value={effort ?? ''}
          onValueChange={(value: Effort) => chooseEffort(value)}
        >
          <span className="grow" aria-hidden="true">
            Reasoning effort
          </span>
          <span className="seg">
            {efforts.map((each) => (
              <Menu.RadioItem key={each} value={each} aria-selected={each === effort} closeOnClick={false}>
                {effortLabels[each]}
              </Menu.RadioItem>
            ))}
          </span>
        </Menu.RadioGroup>
      )}
      <p className="model-note">From the next message on. {describePriceDate(models)}</p>
    </MenuPopup>
  );
}
